import Foundation
import StorageTestSupport

/// The program's full-screen view on a terminal of its own.
final class TerminalSession {
    private let master: Int32
    private let process: pid_t
    /// How long the view has to be silent for its answer to be complete: it may draw a key at once, and what it has found
    /// later.
    private let silence: Duration

    init(_ invocation: Invocation, in folder: String, silence: Duration) throws {
        self.silence = silence
        let (master, slave, path) = try SystemTerminal.open()
        self.master = master
        SystemTerminal.setSize(of: slave, columns: 120, lines: 36)
        let variables = ["HOME": folder, "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "TERM": "xterm-256color"]
        process = try SystemTerminal.start(
            URL(filePath: invocation.program), invocation.arguments, variables, directory: URL(filePath: folder),
            terminal: path)
        close(slave)
    }

    /// Waits until the view shows the text.
    func wait(for text: String) throws {
        var shown = ""
        while !shown.contains(text) {
            guard let bytes = read(within: .seconds(60)) else { throw BenchmarkError("the view doesn't show \(text)") }
            shown += String(decoding: bytes, as: UTF8.self)
        }
        while read(within: silence) != nil {}
    }

    /// Types a key. Returns the time until the last byte of the answer was read, and the processor time of the view; zero
    /// if nothing that is shown has changed.
    func answer(to key: String) throws -> Cost {
        let (clock, used) = (ContinuousClock(), processorTime)
        let start = clock.now
        var wall = Duration.zero
        let bytes = Array(key.utf8)
        guard write(master, bytes, bytes.count) == bytes.count else { throw BenchmarkError("the view has ended") }
        var next = read(within: .seconds(5))
        while let bytes = next, !bytes.isEmpty {
            wall = clock.now - start
            next = read(within: silence)
        }
        return Cost(wall: wall, processor: used.flatMap { used in processorTime.map { $0 - used } })
    }

    /// Waits for the end of the program, which the last key has asked for.
    func end() throws {
        while let bytes = read(within: .seconds(60)), !bytes.isEmpty {}
        close(master)
        var status: Int32 = 0
        while waitpid(process, &status, 0) == -1, errno == EINTR {}
        if status != 0 { throw BenchmarkError("the view ended with status \(status)") }
    }

    /// The bytes that arrive first; empty if the program has ended, nil if none come within that time.
    private func read(within time: Duration) -> [UInt8]? {
        var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, Int32(time / .milliseconds(1))) > 0 else { return nil }
        return [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            count = max(0, Foundation.read(master, buffer.baseAddress, buffer.count))
        }
    }

    private var processorTime: Duration? {
        #if canImport(Darwin)
        // It has no clock for the processor time of another process.
        return nil
        #else
        var (clock, time) = (clockid_t(), timespec())
        guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return nil }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
        #endif
    }
}
