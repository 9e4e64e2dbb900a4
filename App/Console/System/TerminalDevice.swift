import Dispatch
import Storage

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What happens at the terminal, in order.
enum TerminalEvent: Hashable, Sendable {
    /// Bytes have arrived, for `TerminalDevice.readInput`. The next such event comes after that call.
    case input
    case resized
    /// The process continues after a stop, or an editor has ended: everything has to be drawn again, at a size that may
    /// have changed.
    case resumed
    /// A signal asks the program to end, or the terminal is gone. Always the last event.
    case ended
}

/// Whether the full-screen view reacts to the mouse.
enum MouseChoice: String, CaseIterable, Codable, Sendable {
    case on, off
}

extension KeyValueKey<MouseChoice> {
    /// A setting of each program with such a view.
    static var mouse: Self { Self("mouse", default: .on) }
}

/// The terminal of standard input and output in full-screen use: raw mode, the alternate screen, bracketed paste, and the
/// mouse.
///
/// The terminal gets back its earlier modes and contents when the device is closed, when Control-Z or SIGTSTP stops the
/// process, while another program runs, and at the end of the process, even by a crash or a signal of `SignalHandlers`.
/// Other signals, such as SIGKILL, SIGSTOP and SIGUSR1, leave it as it is.
@MainActor
final class TerminalDevice {
    let events: AsyncStream<TerminalEvent>
    private let event: AsyncStream<TerminalEvent>.Continuation
    private let input: any DispatchSourceRead
    /// Signalled by each call of `readInput`.
    private let isRead = DispatchSemaphore(value: 0)
    private var signals: (any DispatchSourceRead)?
    private let usesMouse: Bool
    private var isClosed = false
    /// Whether a shell or another program has the terminal.
    private var isAway = false

    /// Switches the terminal to full-screen use. If that fails, the terminal is as before. There must be no other
    /// device.
    init(mouse: MouseChoice) throws(FileError) {
        usesMouse = mouse == .on
        (events, event) = AsyncStream.makeStream(of: TerminalEvent.self)
        TerminalModes.waitForForeground()
        let signalPipe = try SignalHandlers.open()
        do throws(FileError) {
            try TerminalModes.enter(usesMouse: usesMouse)
        } catch {
            SignalHandlers.uninstall()
            throw error
        }
        input = Self.inputSource(into: event, isRead)
        signals = Self.signalSource(signalPipe, into: event) { [weak self] number in
            Task { @MainActor in self?.handleStop(number) }
        }
        input.activate()
        signals?.activate()
    }

    /// The size of the terminal; 80 by 24 if it is unknown.
    var size: (columns: Int, lines: Int) {
        let size = ByteStream.standardOutput.size
        return (size?.columns ?? 80, size?.lines ?? 24)
    }

    /// The signal that asked the process to end, or SIGHUP if the terminal is gone. To be passed to
    /// `SystemProcess.end(by:)`.
    var endingSignal: Int32? { SignalHandlers.endingSignal }

    /// Passes on the bytes that have arrived, one at a time, until `take` returns false. The others stay in the terminal,
    /// for the program that has it next. Reads nothing while another program uses the terminal.
    func readInput(_ take: (UInt8) -> Bool) {
        defer { isRead.signal() }
        guard !isAway, !isClosed, !TerminalModes.areInBackground else { return }
        do throws(FileError) {
            while let byte = try TerminalModes.nextByte() {
                if !take(byte) { return }
            }
        } catch {
            Self.hangUp(event)
        }
    }

    /// Writes all bytes, if possible in one system call. A failure ends the events. Writes nothing while
    /// another program uses the terminal.
    func write(_ bytes: [UInt8]) {
        guard TerminalModes.areFullScreen else { return }
        let isWritten = bytes.withUnsafeBytes { buffer in
            do throws(FileError) {
                try ByteStream.standardOutput.write(buffer)
                return true
            } catch {
                return false
            }
        }
        if !isWritten { Self.hangUp(event) }
    }

    /// Restores the terminal and stops the process, as Control-Z does outside raw mode. Returns when it continues; at
    /// once if no shell could continue it.
    func suspend() {
        guard leave() else { return }
        SystemProcess.stopGroup()
        comeBack()
    }

    /// Restores the terminal and lets another program use it, such as an editor. Returns its exit status, or the number
    /// of the signal that ended it plus 128; nil if it can't be started.
    func run(_ program: String, _ arguments: [String]) async -> Int32? {
        guard leave() else { return nil }
        // These keys are for the other program.
        for number in [SIGINT, SIGQUIT] { _ = signal(number, SIG_IGN) }
        var status: Int32?
        if let process = SystemProcess.start(program, arguments) { status = await SystemProcess.status(of: process) }
        // A program that crashed leaves its own modes behind.
        comeBack(keepingModes: true)
        return status
    }

    private func handleStop(_ number: Int32) {
        guard leave() else { return }
        // After SIGCONT alone, the shell may have changed the terminal during the stop.
        if number == SIGTSTP { SystemProcess.takeDefaultAction(of: SIGTSTP) }
        comeBack()
    }

    /// Restores the terminal until `comeBack`. Meanwhile, signals do what they did before, so that they can end the
    /// process while it is stopped or in the background. Returns false at the end of the program, or if it has left
    /// already.
    private func leave() -> Bool {
        if isClosed || isAway || endingSignal != nil { return false }
        isAway = true
        input.suspend()
        TerminalModes.restore()
        SignalHandlers.uninstall()
        return true
    }

    /// Unless `keepingModes`, the modes that the terminal has now are those to restore later.
    private func comeBack(keepingModes: Bool = false) {
        isAway = false
        // The program may have ended meanwhile.
        if isClosed { return }
        TerminalModes.waitForForeground()
        SignalHandlers.install()
        do throws(FileError) {
            try TerminalModes.enter(usesMouse: usesMouse, keepingEarlier: keepingModes)
            event.yield(.resumed)
        } catch {
            Self.hangUp(event)
        }
        // Only now, so that no input comes before `resumed`.
        input.resume()
    }

    /// Restores the terminal. Doing it again changes nothing.
    func close() {
        if isClosed { return }
        isClosed = true
        input.cancel()
        signals?.cancel()
        TerminalModes.restore()
        SignalHandlers.uninstall()
        event.finish()
    }

    private nonisolated static func inputSource(
        into event: AsyncStream<TerminalEvent>.Continuation, _ isRead: DispatchSemaphore
    ) -> any DispatchSourceRead {
        // A queue of its own, which waits for `readInput`: until then, the source would report the same bytes again.
        let source = DispatchSource.makeReadSource(
            fileDescriptor: ByteStream.standardInput.descriptor, queue: DispatchQueue(label: "input"))
        source.setEventHandler {
            event.yield(.input)
            isRead.wait()
        }
        return source
    }

    private nonisolated static func signalSource(
        _ pipe: Int32, into event: AsyncStream<TerminalEvent>.Continuation,
        stopOrContinue: @escaping @Sendable (Int32) -> Void
    ) -> any DispatchSourceRead {
        let source = DispatchSource.makeReadSource(fileDescriptor: pipe, queue: DispatchQueue(label: "signals"))
        source.setEventHandler {
            var number: UInt8 = 0
            while read(pipe, &number, 1) == 1 {
                switch Int32(number) {
                case SIGWINCH: event.yield(.resized)
                case SIGTSTP, SIGCONT: stopOrContinue(Int32(number))
                default: end(event)
                }
            }
        }
        return source
    }

    private nonisolated static func hangUp(_ event: AsyncStream<TerminalEvent>.Continuation) {
        SignalHandlers.hangUp()
        end(event)
    }

    private nonisolated static func end(_ event: AsyncStream<TerminalEvent>.Continuation) {
        event.yield(.ended)
        event.finish()
    }
}
