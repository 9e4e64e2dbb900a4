import FileTestSupport
import Foundation
import StorageTestSupport

@testable import App

/// The built program as a process, with a folder of its own, a clean environment, and no terminal.
struct CommandLineProgram {
    let directory: TemporaryDirectory

    struct Outcome: Equatable {
        var output = ""
        var messages = ""
        var status: Int32 = 0
    }

    init() throws { directory = try TemporaryDirectory() }

    /// Runs a command line to its end.
    @discardableResult
    func run(
        _ arguments: String..., input: String = "", variables: [String: String] = [:]
    ) async throws -> Outcome {
        try await run(arguments, input: input, variables: variables)
    }

    /// Runs any process to its end.
    func run(_ process: Process, input: Data = Data()) async throws -> Outcome {
        // Files instead of pipes, which can fill up.
        let files = ["input", "output", "messages"].map { directory.file(".\($0)-\(UUID().uuidString)") }
        for file in files { try file.write(file.path == files[0].path ? Array(input) : []) }
        let urls = files.map { URL(filePath: $0.path) }
        let handles = try [FileHandle(forReadingFrom: urls[0])] + urls.dropFirst().map(FileHandle.init(forWritingTo:))
        defer {
            for handle in handles { try? handle.close() }
            for file in files { try? file.remove() }
        }
        process.standardInput = handles[0]
        process.standardOutput = handles[1]
        process.standardError = handles[2]
        try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in ended.resume() }
            do { try process.run() } catch { ended.resume(throwing: error) }
        }
        return Outcome(output: try files[1].text(), messages: try files[2].text(), status: process.terminationStatus)
    }

    func process(_ arguments: [String], variables: [String: String] = [:]) throws -> Process {
        let process = Process()
        process.executableURL = try builtProgram(Bookshelf.name)
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: directory.path)
        process.environment = ["HOME": directory.path].merging(variables) { $1 }
        return process
    }
}
