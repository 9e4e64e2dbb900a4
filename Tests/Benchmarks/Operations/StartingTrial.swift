import Foundation

/// Starting a program that prints at most its version.
struct StartingTrial {
    let bench: Workbench

    /// Statically linked, like the measured program.
    static let emptyProgram = "an empty program"

    func trial() throws -> Trial {
        var contenders = [contender("bookshelf", bench.bookshelf, "--version")]
        if let program = try emptyProgram() { contenders.append(contender(Self.emptyProgram, program)) }
        if let sqlite = bench.tool("sqlite3") { contenders.append(contender("sqlite3", sqlite, "--version")) }
        return Trial(operation: .start, contenders: contenders)
    }

    private func contender(_ name: String, _ program: String, _ arguments: String...) -> Contender {
        let invocation = Invocation(program: program, arguments: arguments)
        return Contender(name: name, books: nil) { try bench.processes.run(invocation) }
    }

    /// The path of a program that only imports FoundationEssentials, or nil if it can't be compiled.
    private func emptyProgram() throws -> String? {
        guard let compiler = bench.tool("swiftc") else { return nil }
        let folder = try bench.folder(Self.emptyProgram)
        let (source, program) = (folder + "/main.swift", folder + "/empty")
        try "import FoundationEssentials\n".write(toFile: source, atomically: false, encoding: .utf8)
        let arguments = ["-O", "-static-stdlib"]
        do {
            _ = try bench.processes.run(
                Invocation(program: compiler, arguments: arguments + [source, "-o", program]))
        } catch let error as BenchmarkError {
            bench.notes.add("\(Self.emptyProgram) is left out: \(error)")
            return nil
        }
        bench.notes.add(
            "\(Self.emptyProgram) is `import FoundationEssentials`, swiftc \(arguments.joined(separator: " "))")
        return program
    }
}
