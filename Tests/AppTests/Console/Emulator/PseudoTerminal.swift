import Dispatch
import Foundation
import StorageTestSupport
import Synchronization

/// A program on a terminal of its own, whose controlling terminal it is. A test types, and waits until the screen shows
/// something, however long that takes. The program is killed when the test is cancelled.
final class PseudoTerminal {
    let process: pid_t
    /// The modes before the program has started.
    let initialModes: Modes

    private let master: Int32
    private let emulator: Emulator
    private let events: AsyncStream<Event>
    private let event: AsyncStream<Event>.Continuation
    /// Closes the master.
    private let closing: @Sendable () -> Void
    /// A queue for blocking writes.
    private let typing = DispatchQueue(label: "typing")
    private let slave: Int32
    private var ending: (status: Ending, modes: Modes)?
    /// Held from opening a terminal until its program runs. Another program, started in between, would inherit both
    /// ends and keep the terminal from vanishing.
    private static let starting = Mutex(())
    private var isHungUp = false
    /// Whether all output has been read.
    private var isAtEnd = false

    /// How the program ended.
    enum Ending: Equatable, Sendable {
        case status(Int32)
        case signal(Int32)
    }

    /// The modes of the terminal: those that `stty` shows.
    struct Modes: Equatable, Sendable {
        let flags: [UInt]
        let characters: [UInt8]

        fileprivate init(of descriptor: Int32) throws {
            var modes = termios()
            guard tcgetattr(descriptor, &modes) == 0 else { throw SystemTerminal.Failure(code: errno) }
            flags = [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag].map { UInt($0) }
            characters = withUnsafeBytes(of: modes.c_cc) { Array($0) }
        }

        /// Whether the terminal echoes what is typed, and gives it to the program by lines.
        var areThoseOfAShell: Bool { flags[3] & UInt(ECHO | ICANON | ISIG) == UInt(ECHO | ICANON | ISIG) }
    }

    /// The screen didn't become what a test waited for.
    struct Unreached: Error, CustomStringConvertible {
        let screen: TerminalEmulator

        var description: String {
            "not reached; the screen shows:\n\(screen.text)\ncursor \(screen.cursor), modes \(screen.modes)\n"
                + "errors \(screen.errors)"
        }
    }

    /// The emulator, which takes output as soon as it can, whatever the test waits for.
    private final class Emulator: Sendable {
        let screen: Mutex<TerminalEmulator>

        init(_ screen: TerminalEmulator) { self.screen = Mutex(screen) }
    }

    private enum Event: Sendable {
        /// The screen may have changed.
        case output
        /// No process has the terminal open any more.
        case closed
        case ended(Ending, Modes)
    }

    /// Starts a program. `before` is what the terminal shows already.
    init(
        _ program: URL, _ arguments: [String], variables: [String: String], directory: URL, before: String = "",
        columns: Int = 80, lines: Int = 24
    ) throws {
        var screen = TerminalEmulator(columns: columns, lines: lines)
        screen.feed(before)
        emulator = Emulator(screen)
        (master, slave, process, initialModes) = try Self.starting.withLock { _ in
            let (master, slave, path) = try SystemTerminal.open()
            SystemTerminal.setSize(of: slave, columns: columns, lines: lines)
            let modes = try Modes(of: slave)
            let process = try SystemTerminal.start(program, arguments, variables, directory: directory, terminal: path)
            return (master, slave, process, modes)
        }
        (events, event) = AsyncStream.makeStream(of: Event.self)
        closing = Self.read(from: master, into: emulator, event)
        Self.wait(for: process, slave, event)
    }

    deinit {
        // Ends a program that a failed test leaves behind, and everything that it has started.
        if ending == nil { kill(process, SIGKILL) }
        hangUp()
    }

    // MARK: What a person does

    func type(_ text: String) async { await type(Array(text.utf8)) }

    /// Returns when the terminal has taken all bytes; not necessarily the program.
    func type(_ bytes: [UInt8]) async {
        if isHungUp { return }
        await withTaskCancellationHandler {
            await withCheckedContinuation { done in
                typing.async { [master] in
                    Self.write(bytes[...], to: master)
                    done.resume()
                }
            }
        } onCancel: { [process] in
            kill(process, SIGKILL)
        }
    }

    /// Answers everything that was asked so far, as late as a slow line may.
    func answer() async {
        await type(screen.replies)
    }

    func resize(columns: Int, lines: Int) {
        emulator.screen.withLock { $0.resize(columns: columns, lines: lines) }
        SystemTerminal.setSize(of: slave, columns: columns, lines: lines)
    }

    /// Makes the window smaller and as large as before, so quickly that the program finds it unchanged.
    func shrinkBriefly() {
        emulator.screen.withLock {
            let (columns, lines) = ($0.columns, $0.lines)
            $0.resize(columns: columns / 2, lines: lines / 2)
            $0.resize(columns: columns, lines: lines)
        }
        kill(process, SIGWINCH)
    }

    /// Closes the terminal, as closing its window does.
    func hangUp() {
        guard !isHungUp else { return }
        isHungUp = true
        closing()
    }

    func send(_ signal: Int32) {
        kill(process, signal)
    }

    // MARK: What a person sees

    var screen: TerminalEmulator { emulator.screen.withLock { $0 } }

    /// Waits until the screen is as asked for, and not in the middle of an update.
    func until(_ isReached: (TerminalEmulator) -> Bool) async throws {
        try await wait {
            let screen = screen
            return isReached(screen) && !screen.isUpdating
        }
    }

    var hasEnded: Bool { ending != nil }

    /// Waits for the end of the program and all its output.
    func end() async throws -> Ending {
        try await wait { ending != nil && isAtEnd }
        guard let ending else { throw Unreached(screen: screen) }
        return ending.status
    }

    /// The modes now, or at the end of the program.
    func modes() throws -> Modes {
        try ending?.modes ?? Modes(of: slave)
    }

    // MARK: Events

    private func wait(until isReached: () -> Bool) async throws {
        while !isReached() {
            let process = process
            let next = await withTaskCancellationHandler {
                await events.first { _ in true }
            } onCancel: {
                kill(process, SIGKILL)
            }
            switch next {
            case .output: break
            case .closed: isAtEnd = true
            case .ended(let status, let modes): ending = (status, modes)
            case nil:
                let unreached = Unreached(screen: screen)
                // The run reports only that the test hung.
                print(unreached)
                throw unreached
            }
        }
    }

    /// Reads on a thread of its own, because a source of Dispatch doesn't report the end on Linux. Returns a function
    /// that closes the master.
    private static func read(
        from master: Int32, into emulator: Emulator, _ event: AsyncStream<Event>.Continuation
    ) -> @Sendable () -> Void {
        let closing = Pipe()
        let (request, requests) = (closing.fileHandleForWriting, closing.fileHandleForReading)
        Thread.detachNewThread {
            var waiting = [master, requests.fileDescriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            while poll(&waiting, 2, -1) >= 0 || errno == EINTR {
                if waiting[1].revents != 0 { break }
                let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
                    count = max(0, systemRead(master, buffer.baseAddress, buffer.count))
                }
                if bytes.isEmpty {
                    event.yield(.closed)
                    // No further events of the master.
                    waiting[0].fd = -1
                } else {
                    emulator.screen.withLock { $0.feed(bytes) }
                    event.yield(.output)
                }
            }
            close(master)
            try? requests.close()
            event.yield(.closed)
        }
        // The thread's own end of the pipe is still open, so this can't fail.
        return { try? request.write(contentsOf: [0]) }
    }

    /// Stops at the first error: the terminal is gone.
    private static func write(_ bytes: ArraySlice<UInt8>, to master: Int32) {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(master, $0.baseAddress, $0.count) }
            if count < 0, errno != EINTR { break }
            rest = rest.dropFirst(max(0, count))
        }
    }

    /// Waits on a thread of its own, and closes the slave: reading from the master then ends behind the last output.
    private static func wait(for process: pid_t, _ slave: Int32, _ event: AsyncStream<Event>.Continuation) {
        // Dispatch has few threads, and replaces one that waits only after a while.
        Thread.detachNewThread {
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
            let ending = status & 0x7F == 0 ? Ending.status(status >> 8 & 0xFF) : .signal(status & 0x7F)
            // Fails if the terminal is gone; then a test that asks for the modes finds no shell's.
            let modes = (try? Modes(of: slave)) ?? Modes()
            close(slave)
            event.yield(.ended(ending, modes))
        }
    }
}

extension PseudoTerminal.Modes {
    /// Those of a terminal that is gone.
    fileprivate init() { (flags, characters) = ([0, 0, 0, 0], []) }
}

// System functions whose names the methods above hide.
private let systemRead: @Sendable (Int32, UnsafeMutableRawPointer?, Int) -> Int = { read($0, $1, $2) }
private let systemWrite: @Sendable (Int32, UnsafeRawPointer?, Int) -> Int = { write($0, $1, $2) }
