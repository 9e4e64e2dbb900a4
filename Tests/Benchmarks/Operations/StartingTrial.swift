import Foundation

/// Programs that start, say at most who they are, and end.
struct StartingTrial {
    let bench: Workbench

    /// Linked with the standard library, as Swift programs usually are that start fast.
    static let emptyProgram = "an empty program"
    /// Linked with the C library as well.
    static let emptyStaticProgram = "an empty static program"

    func trial() throws -> Trial {
        var contenders = [contender("bookshelf", bench.bookshelf, "--version")]
        let empty = [(Self.emptyProgram, "-static-stdlib"), (Self.emptyStaticProgram, "-static-executable")]
        for (name, linking) in empty {
            if let program = try emptyProgram(name, linking) { contenders.append(contender(name, program)) }
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
    private func emptyProgram(_ name: String, _ linking: String) throws -> String? {
        guard let compiler = bench.tool("swiftc") else { return nil }
        let folder = try bench.folder("empty" + linking)
        let (source, program) = (folder + "/main.swift", folder + "/empty")
        try "import FoundationEssentials\n".write(toFile: source, atomically: false, encoding: .utf8)
        do {
            let arguments = ["-O", linking, source, "-o", program]
            _ = try bench.processes.run(Invocation(program: compiler, arguments: arguments))
        } catch let error as BenchmarkError {
            bench.notes.add("\(name) is left out: \(error)")
            return nil
        }
        bench.notes.add("\(name) is `import FoundationEssentials`, swiftc -O \(linking)")
        return program
    }
}
