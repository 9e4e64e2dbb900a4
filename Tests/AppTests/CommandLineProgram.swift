import FileTestSupport
import Foundation
import StorageTestSupport
import TestTraits
import Testing

/// The built program as a process, with a folder of its own, a clean environment, and no terminal.
struct CommandLineProgram {
    let directory: URL

    struct Outcome: Equatable {
        var output = ""
        var messages = ""
        var status: Int32 = 0
    }

    init() throws {
        directory = URL(filePath: try TemporaryDirectory().path)
    }

    private static let start = Date.now

    /// A time zone, as `TZ` names it, where it was noon when the tests began, so that no midnight passes while they run;
    /// or one where it is so many hours later.
    static func noon(plus hours: Int = 0) -> String {
        "XXX\(Int(start.timeIntervalSince1970) / 3600 % 24 - 12 - hours)"
    }

    /// The day there, which is the one in Greenwich.
    static let today = start.formatted(.iso8601.year().month().day())

    /// Runs a command line to its end. In its output, replaces each identifier by `#` and the current day by `today`,
    /// which differ from run to run.
    @discardableResult
    func run(
        _ arguments: String..., input: String = "", variables: [String: String] = [:]
    ) async throws -> Outcome {
        var outcome = try await runExactly(arguments, input: Data(input.utf8), variables: variables)
        outcome.output = outcome.output.withoutChance
        outcome.messages = outcome.messages.withoutChance
        return outcome
    }

    /// Adds one book to the library.
    func addDune() async throws {
        try await run(
            "add", "Dune", "--author", "Frank Herbert", "--isbn", "0-441-17271-7", "--shelf", "Science fiction")
    }

    func runExactly(
        _ arguments: [String], input: Data = Data(), variables: [String: String] = [:]
    ) async throws -> Outcome {
        try await run(process(arguments, variables: variables), input: input)
    }

    /// Only so many processes run at once: with more than about 1,300 open files, Foundation's `Process` may crash when
    /// it lists them.
    private static let turns = Turns(60)

    /// Runs any process to its end.
    func run(_ process: Process, input: Data = Data()) async throws -> Outcome {
        await Self.turns.begin()
        defer { Self.turns.end() }
        // Files instead of pipes, which can fill up.
        let files = try ["input", "output", "messages"].map { name in
            let file = directory.appending(path: ".\(name)-\(UUID().uuidString)")
            try (name == "input" ? input : Data()).write(to: file)
            return file
        }
        defer { files.forEach { try? FileManager.default.removeItem(at: $0) } }
        let handles = try [
            FileHandle(forReadingFrom: files[0]), FileHandle(forWritingTo: files[1]),
            FileHandle(forWritingTo: files[2]),
        ]
        // The `Process` would keep them open after its end.
        defer { for handle in handles { try? handle.close() } }
        process.standardInput = handles[0]
        process.standardOutput = handles[1]
        process.standardError = handles[2]
        try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in ended.resume() }
            do {
                try process.run()
            } catch {
                ended.resume(throwing: error)
            }
        }
        return Outcome(
            output: try String(contentsOf: files[1], encoding: .utf8),
            messages: try String(contentsOf: files[2], encoding: .utf8), status: process.terminationStatus)
    }

    /// Starts a command line that runs until it is stopped.
    func start(_ arguments: String...) throws -> RunningProgram {
        try RunningProgram(try process(arguments))
    }

    func process(_ arguments: [String], variables: [String: String] = [:]) throws -> Process {
        let process = Process()
        process.executableURL = try builtProgram("bookshelf")
        process.arguments = arguments
        process.currentDirectoryURL = directory
        process.environment = ["HOME": directory.path, "TZ": Self.noon()].merging(variables) { $1 }
        return process
    }

    /// A line of the POSIX shell, to run in the folder. Its `$0` is the path of the program, and `$@` the arguments.
    func shell(_ line: String, _ arguments: [String] = []) throws -> Process {
        let shell = try process(["-c", line, try builtProgram("bookshelf").path] + arguments)
        shell.executableURL = URL(filePath: "/bin/sh")
        return shell
    }

    /// Writes a file in the folder and returns its name.
    func file(_ name: String, _ contents: Data) throws -> String {
        try contents.write(to: directory.appending(path: name))
        return name
    }

    func file(_ name: String, _ contents: String) throws -> String {
        try file(name, Data(contents.utf8))
    }

    func contents(of name: String) throws -> String {
        try String(contentsOf: directory.appending(path: name), encoding: .utf8)
    }
}

extension String {
    fileprivate var withoutChance: String {
        replacing(CommandLineProgram.today, with: "today")
            .replacing(/\b[0-9abcdefghjkmnpqrstvwxyz]{12}\b/) { _ in "#" }
    }
}
