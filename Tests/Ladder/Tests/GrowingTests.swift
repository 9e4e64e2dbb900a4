import Domain
import Foundation
import Testing

@testable import ModelAndViewModel
@testable import OneFile

/// What goes wrong as the program grows: more people, more books, more features. Each test is known to fail on the rungs
/// that its condition names, and would not pass if it succeeded there.
struct GrowingTests {
    /// Both processes have asked for a name before either gets one.
    @Test(arguments: Program.Rung.allCases) func twoProcessesLendABookOnce(_ rung: Program.Rung) throws {
        let program = try Program(rung, with: "Dune")
        let (ana, ben) = (try program.start("lend", "Dune"), try program.start("lend", "Dune"))
        #expect(ana.line() == "To whom?\n")
        #expect(ben.line() == "To whom?\n")
        #expect(try ana.finish("Ana") == .init(output: "Lent \"Dune\" to Ana.\n"))
        let refused = try ben.finish("Ben")
        let list = try program.run("list")
        withKnownIssue("Ben's process writes what it read before Ana had the book") {
            #expect(refused == .init(problem: "\"Dune\" is lent to Ana\n", status: 1))
            #expect(list == .init(output: "Dune, lent to Ana\n"))
        } when: {
            rung != .layers
        }
    }

    @Test(arguments: Program.Rung.allCases) func aKilledProcessLosesNoBook(_ rung: Program.Rung) throws {
        let program = try Program(rung, with: String(repeating: "Middlemarch ", count: 200))
        let before = try program.run("list").output.count
        #expect(try program.runKilledWhileWriting("add", "Dune").status != 0)
        let after = try program.run("list").output.count
        withKnownIssue("it empties the file before it writes") {
            #expect(after == before)
        } when: {
            rung == .oneFile
        }
    }

    @Test(arguments: Program.Rung.allCases) func aDamagedFileIsLeftAlone(_ rung: Program.Rung) throws {
        let program = try Program(rung, with: "Dune", "Emma")
        let damaged = try Data(contentsOf: program.file).dropLast()
        try damaged.write(to: program.file)
        let outcome = try program.run("add", "Persuasion")
        let present = try Data(contentsOf: program.file)
        withKnownIssue("it takes a file that it can't read for an empty one, and replaces it") {
            #expect(outcome.status == 1)
            #expect(present == damaged)
        } when: {
            rung == .oneFile
        }
    }

    /// The next feature, a basket of books for one person, is written by someone who doesn't know the first one.
    @Test(arguments: Program.Rung.allCases) func theNextFeatureKeepsTheRule(_ rung: Program.Rung) {
        let holder: String?
        switch rung {
        case .oneFile:
            var book = OneFile.Book(title: "Dune", lentTo: "Ana")
            book.lentTo = "Ben"
            holder = book.lentTo
        case .modelAndViewModel:
            var book = ModelAndViewModel.Book(title: "Dune", lentTo: "Ana")
            book.lentTo = "Ben"
            holder = book.lentTo
        case .layers:
            var book = Domain.Book(title: "Dune", lentTo: "Ana")
            // Setting it doesn't compile.
            try? book.lend(to: "Ben")
            holder = book.lentTo
        }
        withKnownIssue("the rule is in the command or the view model, and the book takes anything") {
            #expect(holder == "Ana")
        } when: {
            rung != .layers
        }
    }
}
