import Domain
import TestTraits
import Testing

/// Lending, returning, and the people who borrow.
@Suite(.fewAtATime, .endsIfItHangs)
struct LendingCommandTests {
    private let bookshelf: CommandLineProgram

    init() throws { bookshelf = try CommandLineProgram() }

    private typealias Outcome = CommandLineProgram.Outcome

    @Test func aBookIsLentAndReturned() async throws {
        try await bookshelf.addDune()
        #expect(
            try await bookshelf.run("lend", "dune", "--to", "Ana", "--due", "2999-12-01")
                == Outcome(
                    output: "#\t#\tDune\tAna\ttoday\t2999-12-01\t\t\n",
                    messages: "Lent \"Dune\" to Ana until 2999-12-01.\n"))
        let lent = "bookshelf: \"Dune\" is lent to Ana until 2999-12-01"
        #expect(try await bookshelf.run("lend", "dune", "--to", "Ben") == Outcome(messages: lent + "\n", status: 1))
        let removal = try await bookshelf.run("remove", "dune")
        #expect(removal.status == 1)
        #expect(removal.messages.hasPrefix(lent))
        let lentBooks = try await bookshelf.run("list", "--lent", "--json").output
        #expect(lentBooks.contains(#""lentTo":"Ana","due":"2999-12-01""#))
        #expect(try await bookshelf.run("people") == Outcome(output: "#\tAna\t1\n"))
        #expect(
            try await bookshelf.run("people", "remove", "ana")
                == Outcome(messages: "bookshelf: Ana still has 1 book; see \"bookshelf loans\"\n", status: 1))
        #expect(
            try await bookshelf.run("return", "dune", "--json")
                == Outcome(
                    output: """
                        {"id":"#","bookID":"#","title":"Dune","borrower":"Ana","lent":"today","due":"2999-12-01",\
                        "returned":"today","overdue":false}

                        """, messages: "Ana has returned \"Dune\".\n"))
        #expect(try await bookshelf.run("loans") == Outcome(messages: "Nothing is lent.\n"))
        #expect(try await bookshelf.run("loans", "--all").output == "#\t#\tDune\tAna\ttoday\t2999-12-01\ttoday\t\n")
        #expect(
            try await bookshelf.run("return", "dune")
                == Outcome(messages: "bookshelf: \"Dune\" is not lent\n", status: 1))
    }

    @Test func aLoanIsOverdueTheDayAfterItWasDue() async throws {
        try await bookshelf.addDune()
        try await bookshelf.run("lend", "dune", "--to", "Ana", "--due", "today")
        #expect(try await bookshelf.run("loans", "--overdue") == Outcome(messages: "Nothing is overdue.\n"))
        let tomorrow = ["TZ": CommandLineProgram.noon(plus: 12)]
        #expect(try await bookshelf.run("loans", "--overdue", variables: tomorrow).output.hasSuffix("\toverdue\n"))
    }

    @Test func theLoanPeriodIsASetting() async throws {
        try await bookshelf.addDune()
        #expect(try await bookshelf.run("settings", "set", "loan-days", "7").messages == "loan-days is now 7.\n")
        #expect(try await bookshelf.run("settings", "get", "loan-days") == Outcome(output: "7\n"))
        let loan = try await bookshelf.runExactly(["lend", "dune", "--to", "Ana"]).output
            .split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        let days = try #require(Day(loan[5])) - (try #require(Day(loan[4])))
        #expect(days == 7)
    }

    @Test func aLoanIsExtended() async throws {
        try await bookshelf.addDune()
        #expect(
            try await bookshelf.run("extend", "dune")
                == Outcome(messages: "bookshelf: \"Dune\" is not lent\n", status: 1))
        try await bookshelf.run("lend", "dune", "--to", "Ana", "--due", "2999-12-01")
        #expect(
            try await bookshelf.run("extend", "dune", "--days", "10")
                == Outcome(
                    output: "#\t#\tDune\tAna\ttoday\t2999-12-11\t\t\n",
                    messages: "Ana can keep \"Dune\" until 2999-12-11.\n"))
        try await bookshelf.run("settings", "set", "loan-days", "7")
        #expect(
            try await bookshelf.run("extend", "dune", "--json", "--quiet").output == """
                {"id":"#","bookID":"#","title":"Dune","borrower":"Ana","lent":"today","due":"2999-12-18","overdue":false}

                """)
        #expect(try await bookshelf.run("extend", "dune", "--days", "7", "--due", "2999-12-31").status == 64)
        #expect(try await bookshelf.run("extend", "dune", "--due", "1999-12-31").status == 1)
        #expect(try await bookshelf.run("undo", "--yes").status == 0)
        #expect(try await bookshelf.run("extend", "dune", "--due", "today").output.contains("\ttoday\ttoday\t"))
    }

    /// Another day, and the loan is overdue: the days count from then.
    @Test func anOverdueLoanIsExtendedFromToday() async throws {
        try await bookshelf.addDune()
        try await bookshelf.run("lend", "dune", "--to", "Ana", "--due", "today")
        let days = ["TZ": CommandLineProgram.noon(plus: 12)]
        let extended = try await bookshelf.runExactly(["extend", "dune", "--days", "1"], variables: days).output
        let loan = extended.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        #expect(try #require(Day(loan[5])) - (try #require(Day(loan[4]))) == 2)
    }

    @Test func peopleAreRenamedAndRemoved() async throws {
        try await bookshelf.addDune()
        try await bookshelf.run("lend", "dune", "--to", "Ana")
        try await bookshelf.run("return", "dune")
        #expect(try await bookshelf.run("people", "rename", "ANA", "Ana Maria").messages == "ANA is now Ana Maria.\n")
        #expect(
            try await bookshelf.run("people", "list", "--json").output
                == ##"[{"id":"#","name":"Ana Maria","booksOut":0}]"## + "\n")
        #expect(try await bookshelf.run("people", "remove", "Ana", "Maria").messages == "Removed Ana Maria.\n")
        #expect(try await bookshelf.run("people", "remove", "Ana").status == 1)
    }

    @Test func removeSaysThatLoansGoToo() async throws {
        try await bookshelf.addDune()
        for person in ["Ana", "Ben"] {
            try await bookshelf.run("lend", "dune", "--to", person)
            try await bookshelf.run("return", "dune")
        }
        #expect(
            try await bookshelf.run("remove", "dune").messages
                == "Removed \"Dune\" by Frank Herbert (#) with the history of 2 loans.\n")
        #expect(try await bookshelf.run("loans", "--all").output.isEmpty)
    }

    /// `return` is in another test.
    @Test func everyChangeIsPrintedAsJSON() async throws {
        try await bookshelf.addDune()
        #expect(
            try await bookshelf.run("lend", "dune", "--to", "Ana", "--due", "2999-12-01", "--json").output == """
                {"id":"#","bookID":"#","title":"Dune","borrower":"Ana","lent":"today","due":"2999-12-01",\
                "overdue":false}

                """)
        #expect(
            try await bookshelf.run("people", "rename", "ana", "Ben", "--json").output
                == ##"{"id":"#","name":"Ben","booksOut":1}"## + "\n")
        try await bookshelf.run("return", "dune")
        #expect(
            try await bookshelf.run("people", "remove", "ben", "--json").output
                == ##"{"id":"#","name":"Ben","booksOut":0}"## + "\n")
    }
}
