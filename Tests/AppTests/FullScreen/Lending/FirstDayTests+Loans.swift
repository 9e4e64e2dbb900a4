import StorageTestSupport

extension FirstDayTests {
    /// Lends the book that is found, and takes it back.
    func lendAndTakeBack(in shell: PseudoTerminal) async throws {
        await shell.type("lAna\r")
        try await shell.until {
            $0.line(3).hasSuffix("Ana") && $0.line(22).hasPrefix("Lent \"Les Misérables\" to Ana, a new person, until")
        }
        await shell.type("l")
        try await shell.until { $0.line(22).hasPrefix("\"Les Misérables\" is lent to Ana until") }
        await shell.type("r")
        try await shell.until { $0.line(22) == "Ana has returned \"Les Misérables\".  U takes it back" }
    }
}
