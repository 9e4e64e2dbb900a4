import FileTestSupport
import Foundation
import StorageTestSupport

@testable import App

/// What tests of a feature need besides.
extension CommandLineProgram {
    /// Runs a command line to its end. What it prints stays as it is.
    @discardableResult
    func run(
        _ arguments: [String], input: String = "", variables: [String: String] = [:]
    ) async throws -> Outcome {
        try await run(process(arguments, variables: variables), input: Data(input.utf8))
    }

    /// Starts a command line that runs until it is stopped.
    func start(_ arguments: [String]) throws -> RunningProgram { try RunningProgram(process(arguments)) }

    /// A file in the folder.
    func file(_ name: String) -> TestFile { TestFile(path: "\(directory.path)/\(name)") }

    /// A file in the folder of the library.
    func libraryFile(_ name: String) -> TestFile { file(".local/share/\(Bookshelf.name)/\(name)") }

    /// The file of the library.
    var journal: TestFile { libraryFile("library.jsonl") }
}
