import Foundation

/// Programs that start, say at most who they are, and end.
struct StartingTrial {
    let bench: Workbench

    /// With the standard library in it, as Swift programs have that start fast.
    static let emptyProgram = "an empty program"
    /// The same, and always at the same address, as the installed program is.
    static let emptyFixedProgram = "an empty program, no PIE"

    func trial() throws -> Trial {
        var contenders = [contender("bookshelf", bench.bookshelf, "--version")]
        for (name, options) in [(Self.emptyProgram, []), (Self.emptyFixedProgram, ["-Xlinker", "-no-pie"])] {
            if let program = try emptyProgram(name, options) { contenders.append(contender(name, program)) }
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
    private func emptyProgram(_ name: String, _ options: [String]) throws -> String? {
        guard let compiler = bench.tool("swiftc") else { return nil }
        let folder = try bench.folder(name)
        let (source, program) = (folder + "/main.swift", folder + "/empty")
        try "import FoundationEssentials\n".write(toFile: source, atomically: false, encoding: .utf8)
        let arguments = ["-O", "-static-stdlib"] + options
        do {
            _ = try bench.processes.run(
                Invocation(program: compiler, arguments: arguments + [source, "-o", program]))
        } catch let error as BenchmarkError {
            bench.notes.add("\(name) is left out: \(error)")
            return nil
        }
        bench.notes.add("\(name) is `import FoundationEssentials`, swiftc \(arguments.joined(separator: " "))")
        return program
    }
}
