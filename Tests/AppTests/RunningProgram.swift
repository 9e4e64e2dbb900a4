import Dispatch
import Foundation
import TestSupport

/// A process that is under way, with its output on a pipe. It is killed when the test that waits for it is cancelled,
/// so that a time limit can end it.
final class RunningProgram {
    private let process: Process
    private let output = Pipe()
    private let messagePipe = Pipe()
    /// Where waiting for output holds nobody up.
    private let reading = DispatchQueue(label: "reading")
    private let ended: AsyncStream<Int32>
    private var rest = Foundation.Data()

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
            let chunk = await chunk()
            if chunk.isEmpty { return nil }
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
        try output.fileHandleForReading.close()
    }

    func send(_ signal: Int32) {
        kill(process.processIdentifier, signal)
    }

    /// Waits for the end, and gives the status, or the number of the signal that was the end.
    func status() async -> Int32? {
        let process = process.processIdentifier
        return await withTaskCancellationHandler {
            await ended.first { _ in true }
        } onCancel: {
            kill(process, SIGKILL)
        }
    }

    /// What it said beside its output. To be asked once it has ended.
    func messages() throws -> String {
        String(decoding: try messagePipe.fileHandleForReading.readToEnd() ?? Foundation.Data(), as: UTF8.self)
    }

    /// Waits for more; empty at the end.
    private func chunk() async -> Foundation.Data {
        let process = process.processIdentifier
        return await withTaskCancellationHandler {
            await withCheckedContinuation { chunk in
                reading.async { [handle = output.fileHandleForReading] in
                    chunk.resume(returning: Foundation.Data(handle.waitingBytes()))
                }
            }
        } onCancel: {
            kill(process, SIGKILL)
        }
    }
}
