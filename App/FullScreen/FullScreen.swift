import Domain
import Presentation
import Storage

/// The full-screen view.
struct FullScreen: Command {
    static var syntax: Syntax<FullScreen> {
        Syntax(summary: "Shows the library in a full-screen view.")
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        let device: TerminalDevice
        do throws(FileError) {
            device = try TerminalDevice()
        } catch {
            throw .store(.failed(operation: "use", location: "the terminal", reason: error.reason))
        }
        defer { device.close() }
        do throws(LibraryError) {
            try await session.load(List().model(session.environment.context).content)
        } catch {
            throw .library(error)
        }
        var count = 0
        draw(count, on: device)
        events: for await event in device.events {
            switch event {
            case .input(let bytes):
                // Control-Z, and the shell variable for an editor.
                if bytes == [0x1A] { device.suspend() }
                if bytes == Array("e".utf8) { _ = await device.run("sh", ["-c", "exec $EDITOR"]) }
                count += bytes.count
                if bytes.last == UInt8(ascii: "q") { break events }
            case .resized, .resumed: break
            case .ended: break events
            }
            draw(count, on: device)
        }
        device.close()
        if let signal = device.endingSignal { SystemProcess.end(by: signal) }
        return .done
    }

    @MainActor private func draw(_ count: Int, on device: TerminalDevice) {
        let size = device.size
        let screen = "\u{1B}[H\u{1B}[2J\(Bookshelf.self)\r\n\(count) bytes\r\n\(size.columns) by \(size.lines ?? 0)"
        device.write(Array(screen.utf8))
    }
}
