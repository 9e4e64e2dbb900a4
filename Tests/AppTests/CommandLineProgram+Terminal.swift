import Foundation
import StorageTestSupport

extension CommandLineProgram {
    /// Starts a command line on a terminal.
    func onTerminal(
        _ arguments: [String] = [], variables: [String: String] = [:], before: String = "", columns: Int = 80,
        lines: Int = 24
    ) throws -> PseudoTerminal {
        try PseudoTerminal(
            builtProgram("bookshelf"), arguments, variables: terminalVariables.merging(variables) { $1 },
            directory: directory, before: before, columns: columns, lines: lines)
    }

    /// Starts a shell on a terminal. Its variable `bookshelf` is the path of the program.
    func onTerminal(shell arguments: [String], columns: Int = 80, lines: Int = 24) throws -> PseudoTerminal {
        let variables = ["PS1": "$ ", "bookshelf": try builtProgram("bookshelf").path]
        return try PseudoTerminal(
            URL(filePath: "/bin/bash"), ["--norc", "--noprofile"] + arguments,
            variables: terminalVariables.merging(variables) { $1 }, directory: directory, columns: columns, lines: lines
        )
    }

    private var terminalVariables: [String: String] {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return [
            "HOME": directory.path, "TMPDIR": directory.path, "TZ": Self.noon(), "TERM": "xterm", "PATH": path,
        ]
    }
}
