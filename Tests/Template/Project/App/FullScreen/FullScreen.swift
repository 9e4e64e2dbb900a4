import Data
import Domain
import Presentation
import Storage

/// The full-screen view, which the program shows on a terminal if no command is named.
struct FullScreen: Command {
    static var syntax: Syntax<FullScreen> {
        Syntax(summary: "Shows the library in a full-screen view.")
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        // Settings that can't be read are reported by the commands that need them.
        let settings = (try? await session.environment.settings.values()) ?? [:]
        let terminal: TerminalDevice
        do throws(FileError) {
            terminal = try TerminalDevice(mouse: KeyValueKey.mouse.value(in: settings))
        } catch {
            throw .store(.failed(operation: "use", location: "the terminal", reason: error.reason))
        }
        let context = session.environment.context  // no etcd
        // A library in a cluster is shown at once as it was last seen.  // with etcd
        let library = session.environment.maintenance.showingLastSeen()  // with etcd
        let context = session.environment.with(\.library, library).context  // with etcd
        let loop = FullScreenLoop(
            terminal, usesColor: session.console.appearance.usesColor, usesASCII: !session.variables.usesUTF8
        ) { changed in
            ItemBrowser(context, changed: changed)
        }
        let failure = try await mapError(
            CommandError.library,
            try await session.call(ListViewModel<Item>.self, await Self.show(loop), "observe"))
        terminal.close()
        let unfinished = await loop.view.finish()
        TerminalModes.release()
        if let signal = terminal.endingSignal { SystemProcess.end(by: signal) }
        if let failure = failure ?? unfinished { throw .library(failure) }
        return .done
    }

    /// Returns why there is nothing to show.
    @MainActor private static func show(_ loop: FullScreenLoop<ItemBrowser>) async -> LibraryError? {
        loop.view.observe()
        return await loop.run()
    }
}
