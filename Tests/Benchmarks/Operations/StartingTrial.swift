import Foundation

/// Programs that start, say at most who they are, and end.
struct StartingTrial {
    let bench: Workbench

    static let emptyProgram = "an empty program"

    func trial() throws -> Trial {
        var contenders = [contender("bookshelf", bench.bookshelf, "--version")]
        if let program = try emptyProgram() {
            contenders.append(contender(Self.emptyProgram, program))
        }
        for name in ["sqlite3", "jq"] {
            if let path = bench.tool(name) { contenders.append(contender(name, path, "--version")) }
        }
        return Trial(operation: .start, contenders: contenders)
    }

    private func contender(_ name: String, _ program: String, _ arguments: String...) -> Contender {
        let invocation = Invocation(program: program, arguments: arguments)
        return Contender(name: name, books: nil) { try bench.processes.run(invocation) }
    }

    /// Swift that does nothing but import FoundationEssentials; nil where it can't be compiled.
    private func emptyProgram() throws -> String? {
        guard let compiler = bench.tool("swiftc") else { return nil }
        let folder = try bench.folder("empty")
        let (source, program) = (folder + "/main.swift", folder + "/empty")
        try "import FoundationEssentials\n".write(toFile: source, atomically: false, encoding: .utf8)
        do {
            let arguments = ["-O", "-static-stdlib", source, "-o", program]
            _ = try bench.processes.run(Invocation(program: compiler, arguments: arguments))
        } catch let error as BenchmarkError {
            bench.notes.add("the empty program is left out: \(error)")
            return nil
        }
        bench.notes.add("start: the empty program is `import FoundationEssentials`, swiftc -O -static-stdlib")
        return program
    }
}
