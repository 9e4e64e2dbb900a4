import Foundation

/// A process that is under way, with its output on a pipe.
final class RunningProgram {
    private let process: Process
    private let output = Pipe()
    private let messagePipe = Pipe()
    private var chunks: AsyncStream<Foundation.Data>.Iterator
    private var rest = Foundation.Data()
    private let ended: AsyncStream<Int32>

    init(_ process: Process) throws {
        self.process = process
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = messagePipe
        let (ended, end) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { process in
            end.yield(process.terminationStatus)
            end.finish()
        }
        let (chunks, arrival) = AsyncStream.makeStream(of: Foundation.Data.self)
        output.fileHandleForReading.readabilityHandler = { handle in
            let data = handle.availableData
            arrival.yield(data)
            guard data.isEmpty else { return }
            handle.readabilityHandler = nil
            arrival.finish()
        }
        self.chunks = chunks.makeAsyncIterator()
        self.ended = ended
        try process.run()
    }

    /// Waits for the next line; nil when there is none any more.
    func line() async -> String? {
        while true {
            if let end = rest.firstIndex(of: 0x0A) {
                let line = String(decoding: rest[..<end], as: UTF8.self)
                rest = rest[(end + 1)...]
                return line
            }
            guard let chunk = await chunks.next(isolation: #isolation) else { return nil }
            rest.append(chunk)
        }
    }

    /// Waits for all lines that are left.
    func lines() async -> [String] {
        var lines: [String] = []
        while let line = await line() { lines.append(line) }
        return lines
    }

    /// No more is read: the pipe is closed.
    func stopReading() throws {
        output.fileHandleForReading.readabilityHandler = nil
        try output.fileHandleForReading.close()
    }

    func send(_ signal: Int32) {
        kill(process.processIdentifier, signal)
    }

    /// Waits for the end, and gives the status, or the number of the signal that was the end.
    func status() async -> Int32? {
        await ended.first { _ in true }
    }

    /// What it said beside its output. To be asked once it has ended.
    func messages() throws -> String {
        String(decoding: try messagePipe.fileHandleForReading.readToEnd() ?? Foundation.Data(), as: UTF8.self)
    }
}
