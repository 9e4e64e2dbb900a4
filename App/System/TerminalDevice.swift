import Dispatch
import Storage
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What happens at the terminal, in order.
enum TerminalEvent: Hashable, Sendable {
    /// Bytes that were typed or pasted, and replies of the terminal: all that have arrived since the last such event.
    case input([UInt8])
    case resized
    /// The process continues after a stop, or an editor has ended: everything has to be drawn again, at a size that may
    /// have changed.
    case resumed
    /// A signal asks the program to end, or the terminal is gone. Always the last event.
    case ended
}

/// The terminal of standard input and output in full-screen use: raw mode, the alternate screen, and bracketed paste.
///
/// The terminal gets back its earlier modes and contents when the device is closed, when Control-Z or SIGTSTP stops the
/// process, while another program runs, and at the end of the process, even by a crash or a signal of `SignalHandlers`.
/// Other signals, such as SIGKILL, SIGSTOP and SIGUSR1, leave it as it is.
@MainActor
final class TerminalDevice {
    let events: AsyncStream<TerminalEvent>
    private let event: AsyncStream<TerminalEvent>.Continuation
    private let input: any DispatchSourceRead
    private var signals: (any DispatchSourceRead)?
    private var isClosed = false
    /// Whether a shell or another program has the terminal.
    private var isAway = false

    /// Switches the terminal to full-screen use. If that fails, the terminal is as before. There must be no other
    /// device.
    init() throws(FileError) {
        let (occurrences, event) = AsyncStream.makeStream(of: TerminalEvent.self)
        let bytes = WaitingInput()
        self.event = event
        // All input that has arrived is one event. Each event draws the screen, so a long paste would be slow otherwise.
        events = AsyncStream {
            let next = await occurrences.first { _ in true }
            return if case .input = next { .input(bytes.take()) } else { next }
        }
        TerminalModes.waitForForeground()
        let signalPipe = try SignalHandlers.open()
        do throws(FileError) {
            try TerminalModes.enter()
        } catch {
            SignalHandlers.uninstall()
            throw error
        }
        let queue = DispatchQueue(label: "terminal")
        input = Self.inputSource(into: bytes, event, queue)
        signals = Self.signalSource(signalPipe, into: event, queue) { [weak self] number in
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
        // The key stops the whole process group: for example, a script that runs this program.
        _ = signal(SIGTSTP, SIG_IGN)
        kill(0, SIGTSTP)
        SystemProcess.takeDefaultAction(of: SIGTSTP)
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
        input.resume()
        do throws(FileError) {
            try TerminalModes.enter(keepingEarlier: keepingModes)
            event.yield(.resumed)
        } catch {
            Self.hangUp(event)
        }
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
        into bytes: WaitingInput, _ event: AsyncStream<TerminalEvent>.Continuation, _ queue: DispatchQueue
    ) -> any DispatchSourceRead {
        let descriptor = ByteStream.standardInput.descriptor
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler {
            // Another process, such as the shell during a stop, may have read the input.
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, 0) > 0, !TerminalModes.areInBackground else { return }
            if let read = readInput() {
                if !read.isEmpty, bytes.append(read) { event.yield(.input([])) }
                // A Control-D that was typed while an editor had the terminal reads as nothing, like the end.
                let isEnd = read.isEmpty && waiting.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
                if !isEnd { return }
            }
            // The end can be read again and again.
            source.cancel()
            hangUp(event)
        }
        return source
    }

    private nonisolated static func signalSource(
        _ pipe: Int32, into event: AsyncStream<TerminalEvent>.Continuation, _ queue: DispatchQueue,
        stopOrContinue: @escaping @Sendable (Int32) -> Void
    ) -> any DispatchSourceRead {
        let source = DispatchSource.makeReadSource(fileDescriptor: pipe, queue: queue)
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

    /// What can be read; nothing at the end of the input, and nil if reading fails.
    private nonisolated static func readInput() -> [UInt8]? {
        var hasFailed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            do throws(FileError) {
                count = try ByteStream.standardInput.read(into: UnsafeMutableRawBufferPointer(buffer))
            } catch {
                hasFailed = true
            }
        }
        return hasFailed ? nil : bytes
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

/// Input that has been read but not yet passed on.
private final class WaitingInput: Sendable {
    private let bytes = Mutex<[UInt8]>([])

    /// Returns whether nothing was waiting before.
    func append(_ new: [UInt8]) -> Bool {
        bytes.withLock { bytes in
            bytes += new
            return bytes.count == new.count
        }
    }

    func take() -> [UInt8] {
        bytes.withLock { bytes in
            defer { bytes = [] }
            return bytes
        }
    }
}
