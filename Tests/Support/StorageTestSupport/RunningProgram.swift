import Dispatch
public import Foundation

/// A running process with its output on a pipe. It is killed when it is released, and when the test that waits for it is
/// cancelled, so that a time limit can end it.
public final class RunningProgram {
    private let process: Process
    private let output = Pipe()
    private let messagePipe = Pipe()
    private let input: Pipe?
    /// A queue for blocking reads.
    private let reading = DispatchQueue(label: "reading")
    private let ended: AsyncStream<Int32>
    private var rest = Data()

    /// If not `takesInput`, its input is empty.
    public init(_ process: Process, takesInput: Bool = false) throws {
        self.process = process
        input = takesInput ? Pipe() : nil
        process.standardInput = input ?? FileHandle.nullDevice
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

    /// A test that fails before the end leaves no process.
    deinit {
        if process.isRunning { send(SIGKILL) }
        // `Process` keeps itself and its pipes here, so that thousands of programs would use up all descriptors.
        for pipe in [output, messagePipe, input].compactMap(\.self) {
            try? pipe.fileHandleForReading.close()
            try? pipe.fileHandleForWriting.close()
        }
    }

    /// Waits for the next line; nil after the last.
    public func line() async -> String? {
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

    /// Waits for all remaining lines.
    public func lines() async -> [String] {
        var lines: [String] = []
        while let line = await line() { lines.append(line) }
        return lines
    }

    /// Sends a line. One that has ended doesn't get it, which its next output shows.
    public func write(_ line: String) {
        // Else writing would end this process, too.
        signal(SIGPIPE, SIG_IGN)
        try? input?.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
    }

    /// Closes the pipe.
    public func stopReading() throws {
        try output.fileHandleForReading.close()
    }

    public var processIdentifier: Int32 { process.processIdentifier }

    public func send(_ signal: Int32) {
        kill(process.processIdentifier, signal)
    }

    /// Waits for the end, and returns the exit status, or the number of the signal that ended the process.
    public func status() async -> Int32? {
        let process = process.processIdentifier
        return await withTaskCancellationHandler {
            await ended.first { _ in true }
        } onCancel: {
            kill(process, SIGKILL)
        }
    }

    /// The text on its standard error. Only valid after its end.
    public func messages() throws -> String {
        String(decoding: try messagePipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }

    /// Waits for more output; empty at the end.
    private func chunk() async -> Data {
        let process = process.processIdentifier
        return await withTaskCancellationHandler {
            await withCheckedContinuation { chunk in
                reading.async { [handle = output.fileHandleForReading] in
                    chunk.resume(returning: Data(handle.waitingBytes()))
                }
            }
        } onCancel: {
            kill(process, SIGKILL)
        }
    }
}

/// The path of a program of this package, which is built beside the test bundle.
public func builtProgram(_ name: String) throws -> URL {
    // The running program is the test bundle or, on macOS, a tool of the toolchain that gets the bundle as an argument.
    let arguments = ProcessInfo.processInfo.arguments
    let bundles = arguments.prefix(1) + arguments.dropFirst().filter { $0.contains(".xctest") }
    let folders = bundles.flatMap { bundle in
        sequence(first: URL(filePath: bundle)) { $0.path == "/" ? nil : $0.deletingLastPathComponent() }.prefix(5)
    }
    let candidates = folders.map { $0.appending(path: name) }
    guard let program = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
        throw MissingProgram(name: name, bundles: Array(bundles))
    }
    return program
}

/// The program was not built beside the tests.
public struct MissingProgram: Error {
    public let name: String
    public let bundles: [String]
}
