import Foundation
import StorageTestSupport
import Testing

/// Runs a program to its end.
func run(_ program: String, _ arguments: String...) async throws {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    #expect(await (try RunningProgram(process)).status() == 0)
}
