import Foundation

/// One of the three programs, with a file of its own. They are used in the same way.
struct Program {
    enum Rung: String, CaseIterable {
        case oneFile = "OneFile"
        case modelAndViewModel = "ModelAndViewModel"
        case layers = "Layers"
    }

    struct Outcome: Equatable {
        var output = ""
        var problem = ""
        var status: Int32 = 0
    }

    let rung: Rung
    let file: URL

    /// A library of these titles.
    init(_ rung: Rung, with titles: String...) throws {
        self.rung = rung
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        file = folder.appending(path: "books.json")
        for title in titles { _ = try run("add", title) }
    }

    /// The program is beside the tests.
    private var path: String {
        let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
        let folders = sequence(first: URL(filePath: bundle).deletingLastPathComponent()) { folder in
            folder.path == "/" ? nil : folder.deletingLastPathComponent()
        }
        let paths = folders.lazy.map { $0.appending(path: rung.rawValue).path }
        return paths.first { FileManager.default.isExecutableFile(atPath: $0) } ?? rung.rawValue
    }

    /// Starts a command, which reads what is written to `input`.
    func start(_ words: String...) throws -> Running {
        try Running("exec \"$0\" \"$@\"", [path, file.path] + words)
    }

    /// Runs a command to its end, with this line as its input.
    func run(_ words: String..., input: String = "") throws -> Outcome {
        try Running("exec \"$0\" \"$@\"", [path, file.path] + words).finish(input)
    }

    /// The same; the system ends the process as soon as it has written a block of a file.
    func runKilledWhileWriting(_ words: String...) throws -> Outcome {
        try Running("ulimit -c 0; ulimit -f 1; exec \"$0\" \"$@\"", [path, file.path] + words).finish("")
    }
}

/// A process of the shell, and what it prints.
struct Running {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let problem = Pipe()

    init(_ line: String, _ arguments: [String]) throws {
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", line] + arguments
        process.standardInput = input
        process.standardOutput = output
        process.standardError = problem
        try process.run()
    }

    /// Waits for the first line that it prints, and returns it.
    func line() -> String {
        String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    }

    /// Writes a line, and waits for the end. The output is what was printed since `line`.
    func finish(_ line: String) throws -> Program.Outcome {
        try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
        try input.fileHandleForWriting.close()
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        let said = problem.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Program.Outcome(
            output: String(decoding: printed, as: UTF8.self), problem: String(decoding: said, as: UTF8.self),
            status: process.terminationStatus)
    }
}
