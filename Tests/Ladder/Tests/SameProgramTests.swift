import Testing

/// The three programs do the same.
struct SameProgramTests {
    @Test(arguments: Program.Rung.allCases) func aBookIsLentOnce(_ rung: Program.Rung) throws {
        let program = try Program(rung, with: "Dune", "Emma")
        let lent = try program.run("lend", "Dune", input: "Ana")
        #expect(lent == .init(output: "To whom?\nLent \"Dune\" to Ana.\n"))
        let refused = try program.run("lend", "Dune", input: "Ben")
        #expect(refused == .init(problem: "\"Dune\" is lent to Ana\n", status: 1))
        #expect(try program.run("list") == .init(output: "Dune, lent to Ana\nEmma\n"))
    }

    @Test(arguments: Program.Rung.allCases) func aMistakeIsExplained(_ rung: Program.Rung) throws {
        let program = try Program(rung, with: "Dune")
        #expect(try program.run("lend", "Emma") == .init(problem: "there is no book \"Emma\"\n", status: 1))
        let nameless = try program.run("lend", "Dune", input: "")
        #expect(nameless == .init(output: "To whom?\n", problem: "a person needs a name\n", status: 1))
        #expect(try program.run("list") == .init(output: "Dune\n"))
    }
}
