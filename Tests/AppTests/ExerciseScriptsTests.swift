import Foundation
import TestTraits
import Testing

/// The scripts of exercises and mistakes refuse a number that they don't know, in one line, from any folder.
@Suite(.fewAtATime, .endsIfItHangs)
struct ExerciseScriptsTests {
    private static let scripts = [
        ("Exercises/start.sh", "exercise"), ("Exercises/check.sh", "exercise"), ("Mistakes/show.sh", "mistake"),
    ]

    @Test(arguments: scripts, ["abc", "1x", "0", "22", "-1", ""])
    func aWrongNumberIsRefused(script: (path: String, what: String), number: String) async throws {
        let program = try CommandLineProgram()
        let process = try program.process([number], variables: ["PATH": "/usr/local/bin:/usr/bin:/bin"])
        process.executableURL = Project.root.appending(path: "Tests/\(script.path)")
        let outcome = try await program.run(process)
        #expect(outcome.status == 1)
        #expect(outcome.output.isEmpty)
        let start = "FAILED: there is no \(script.what) \"\(number)\". Give one of "
        let first = outcome.messages.dropFirst(start.count).prefix { $0 != " " }
        #expect(outcome.messages.hasPrefix(start) && !first.isEmpty && first.allSatisfy(\.isNumber))
        #expect(outcome.messages.hasSuffix("\(script.path) \(first)\n"))
        #expect(outcome.messages.count { $0 == "\n" } == 1, "\(outcome.messages)")
    }
}
