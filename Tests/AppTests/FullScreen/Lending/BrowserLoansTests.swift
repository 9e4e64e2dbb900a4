import Data
import Domain
import Presentation
import TestTraits
import Testing

@testable import App

/// Loans in the full-screen view, and the page that lists them.
@MainActor
@Suite(.endsIfItHangs)
struct BrowserLoansTests {
    private let library = StoredLibrary.inMemory()
    private let browser: BrowserFixture

    init() async throws {
        browser = try await BrowserFixture(of: library)
    }

    @Test func aBookIsLentAndTakenBack() async throws {
        try await browser.addDune()
        browser.press(.text("l"), .text("Ana"), .key(.enter))
        try await browser.settle()
        #expect(browser.content.rows[0].lentTo == "Ana")
        #expect(browser.state.message == "Lent \"Dune\" to Ana, a new person, until 2026-12-20.")
        browser.press(.text("+"))
        try await browser.settle()
        #expect(browser.content.rows[0].due == Day("2027-01-17"))
        #expect(browser.state.message == "Ana can keep \"Dune\" until 2027-01-17.")
        browser.press(.text("r"))
        try await browser.settle()
        #expect(browser.content.rows[0].lentTo == nil)
        #expect(browser.state.message == "Ana has returned \"Dune\".")
        browser.press(.text("+"))
        try await browser.settle()
        #expect(browser.content.error == "\"Dune\" is not lent.")
        browser.press(.key(.enter))
        browser.press(.text("l"))
        try await browser.settle()
        #expect(try browser.people == ["Ana"])
    }

    @Test func lendingFromTheDetailsOfABookComesBackToThem() async throws {
        try await browser.addDune()
        browser.press(.key(.enter))
        try await browser.settle()
        browser.press(.text("l"), .text("Ana"))
        #expect(browser.screen.text[0] == "Dune")
        #expect(browser.screen.text.contains { $0.contains("Lend \"Dune\"") })
        browser.press(.key(.control("c")), .text("y"))
        #expect(browser.screen.text[0] == "Dune")
        #expect(!browser.screen.text.contains { $0.contains("Lend \"Dune\"") })
        browser.press(.text("l"), .text("Ana"), .key(.enter))
        try await browser.settle()
        #expect(browser.state.message == "Lent \"Dune\" to Ana, a new person, until 2026-12-20.")
        #expect(browser.screen.text.contains { $0.contains("Ana, due 2026-12-20") })
        browser.press(.key(.escape))
        #expect(browser.state.mode == .list)
    }

    /// Lends two books to Ana, and one, which is overdue, to Ben.
    private func lendThree() async throws {
        for (title, name, due) in [
            ("Dune", "Ana", "2026-12-20"), ("Emma", "Ben", "2026-11-25"), ("Ulysses", "Ana", "2026-12-01"),
        ] {
            let book = try await AddBook(browser.environment.context)(BookDraft(title: title, authors: ["Ana"]))
            let term = LoanTerm.until(.date(try #require(Day(due))))
            _ = try await LendBook(browser.environment.context, preferences: browser.environment.preferences)(
                [book.id], to: name, for: term)
        }
        let emma = try #require(try await library.loans.all().first { $0.due == Day("2026-11-25") })
        let lent = try #require(Day("2026-10-01"))
        let due = try #require(Day("2026-11-01"))
        try await library.loans.save(Loan(id: emma.id, book: emma.book, borrower: emma.borrower, lent: lent, due: due))
        try await browser.settle()
    }

    @Test func aLoanHasAPersonAndATerm() async throws {
        try await browser.addDune()
        func lend(_ inputs: TerminalInput...) async throws -> Loan? {
            for input in inputs { browser.press(input) }
            try await browser.settle()
            return try await library.loans.all().first { $0.isOpen }
        }
        browser.press(.text("l"))
        #expect(try await lend(.key(.enter)) == nil)
        // A term that can't be read, or is before today, is refused; what was typed stays.
        #expect(try await lend(.text("q Ana"), .key(.tab), .text("soon"), .key(.enter)) == nil)
        #expect(try await lend(.key(.control("u")), .text("2026-01-01"), .key(.enter)) == nil)
        #expect(browser.content.error?.contains("can't be due on 2026-01-01") == true)
        browser.press(.key(.enter))
        #expect(try browser.lending.lending?.form.person.text == "q Ana")
        #expect(try await lend(.key(.control("u")), .text("14"), .key(.control("s")))?.due == Day("2026-12-06"))
        #expect(browser.state.mode == .list)
        browser.press(.text("r"))
        try await browser.settle()
        browser.press(.text("l"))
        let due = try await lend(.text("Ana"), .key(.tab), .text("2026-12-31"), .key(.enter))?.due
        #expect(due == Day("2026-12-31"))
        browser.press(.text("r"), .text("l"), .key(.escape))
        #expect(browser.state.mode == .list)
    }

    @Test func thePageHasKeysOfItsOwn() async throws {
        try await lendThree()
        browser.press(.text("L"))
        try await browser.settle()
        browser.press(.text("?"))
        let shown = browser.screen.text.filter { $0.contains("│") }.joined()
        for meaning in ["people or loans", "return", "extend", "undo"] { #expect(shown.contains(meaning), "\(shown)") }
        #expect(!shown.contains("search words"))
    }

    @Test func theSearchFindsBorrowersAndCompletesNames() async throws {
        func titles(_ inputs: TerminalInput...) async throws -> [String] {
            for input in inputs { browser.press(input) }
            try await browser.settle()
            return browser.content.rows.map(\.draft.title)
        }
        try await lendThree()
        try await browser.settle()
        #expect(try await titles(.text("/ben")) == ["Emma"])
        #expect(browser.screen.text[18] == "1 of 1  OVERDUE 21 days  found in lent to: Ben")
        browser.press(.key(.control("u")), .text("borrower:b"))
        while browser.content.known["borrower"] == nil { await Task.yield() }
        #expect(try await titles(.key(.tab)) == ["Emma"])
        #expect(browser.state.search.text == "borrower:Ben")
        _ = try await titles(.key(.control("u")), .text("author:a"))
        #expect(browser.screen.text[1].hasSuffix("tab author:Ana"))
    }

    @Test func aFormOverThePageOfLoansLeadsBackToIt() async throws {
        try await lendThree()
        browser.press(.text("L"))
        try await browser.settle()
        browser.press(.key(.enter))
        try await browser.settle()
        browser.press(.text("e"), .key(.escape))
        #expect(browser.state.mode == .page)
        browser.press(.key(.enter))
        try await browser.settle()
        browser.press(.text("e"), .text("!"), .key(.control("s")))
        try await browser.settle()
        #expect(browser.state.mode == .page)
    }

    /// A condition about the loan isn't asked of a book that was edited.
    @Test func aLentBookIsntSaidToBeHidden() async throws {
        try await lendThree()
        browser.press(.text("/borrower:ben"), .key(.enter))
        try await browser.settle()
        #expect(browser.content.rows.map(\.draft.title) == ["Emma"])
        browser.press(.text("e!"), .key(.control("s")))
        try await browser.settle()
        #expect(browser.state.message == "Saved \"Emma!\" by Ana.")
    }

    @Test func loansAreListedByDueDayAndReturnedFromThere() async throws {
        try await lendThree()
        browser.press(.text("L"))
        try await browser.settle()
        #expect(browser.screen.text[0] == "Bookshelf  3 books lent  1 overdue")
        #expect(
            browser.screen.text[2...5] == [
                "  title                  lent to         lent       due",
                "! Emma                   Ben             2026-10-01 2026-11-01 OVERDUE 21 days",
                "  Ulysses                Ana             2026-11-22 2026-12-01",
                "  Dune                   Ana             2026-11-22 2026-12-20",
            ])
        browser.press(.text("+"))
        try await browser.settle()
        #expect(browser.state.message?.hasPrefix("Ben can keep \"Emma\" until") == true)
        #expect(browser.state.mode == .page)
        browser.press(.text("g"), .key(.enter))
        try await browser.settle()
        let first = try #require(try browser.lending.loans.rows.first)
        #expect(browser.screen.text[0] == first.title)
        #expect(browser.screen.text[18].hasPrefix("1 of 3"))
        browser.press(.text("J"))
        try await browser.settle()
        #expect(try browser.screen.text[0] == browser.lending.loans.rows[1].title)
        #expect(browser.screen.text[18].hasPrefix("2 of 3"))
        browser.press(.key(.escape))
        #expect(browser.state.mode == .page)
        browser.press(.text("g"), .text("r"))
        try await browser.settle()
        #expect(try browser.lending.loans.rows.contains(first) == false)
        #expect(browser.screen.text[18] == "\(first.borrower) has returned \"\(first.title)\".  U takes it back")
        browser.press(.text("U"))
        try await browser.settle()
        browser.press(.text("y"))
        try await browser.settle()
        #expect(try browser.lending.loans.rows.count == 3)
        #expect(browser.state.mode == .page)
        browser.press(.key(.escape))
        #expect(browser.state.mode == .list)
    }

    @Test func peopleAreListedWithTheirBooks() async throws {
        browser.press(.text("L"))
        try await browser.settle()
        #expect(browser.screen.text[2] == "No book is lent.")
        browser.press(.key(.escape))
        try await lendThree()
        browser.press(.text("L"), .key(.tab))
        try await browser.settle()
        #expect(
            browser.screen.text[3...4] == [
                "Ana                      2     Ulysses, Dune", "Ben                      1     Emma",
            ])
        browser.press(.key(.enter))
        #expect(browser.screen.text[1] == "the loans of Ana, by due day")
        #expect(browser.screen.text[3...5].map { String($0.prefix(9)) } == ["  Ulysses", "  Dune   ", ""])
        browser.press(.key(.escape))
        #expect(browser.screen.text[1] == "who has books")
    }

    /// A loan that comes back above the selected one doesn't move the selection to another.
    @Test func keysAreForTheLoanThatIsSelected() async throws {
        try await lendThree()
        browser.press(.text("L"))
        try await browser.settle()
        browser.press(.text("j"))
        let emma = try #require(try await library.loans.all().first { $0.isOverdue(on: browser.environment.today()) })
        try await library.loans.delete(emma.id)
        try await browser.settle()
        #expect(browser.screen.text[browser.screen.cursor.line].contains("Ulysses"))
        try await library.loans.save(emma)
        try await browser.settle()
        #expect(browser.screen.text[browser.screen.cursor.line].contains("Ulysses"))
        browser.press(.text("r"))
        try await browser.settle()
        #expect(browser.state.message == "Ana has returned \"Ulysses\".")
    }

    @Test func theDetailsAreReadAgain() async throws {
        try await browser.addDune()
        browser.press(.key(.enter), .text("u"))
        let dune = try #require(try await library.books.all().first)
        _ = try await LendBook(browser.environment.context, preferences: browser.environment.preferences)(
            [dune.id], to: "Ana")
        try await browser.settle()
        #expect(browser.loans.count == 1)
        #expect(browser.screen.text.contains { $0.contains("Ana, due") })
    }

    @Test func eachLoanNamesTheKeyThatTakesItBack() async throws {
        func note() -> String { browser.screen.text[18] }
        try await browser.addDune()
        browser.press(.text("l"), .text("Ana"), .key(.enter))
        try await browser.settle()
        #expect(note() == "Lent \"Dune\" to Ana, a new person, until 2026-12-20.  U takes it back")
        browser.press(.text("+"))
        try await browser.settle()
        #expect(note() == "Ana can keep \"Dune\" until 2027-01-17.  U takes it back")
        browser.press(.text("r"))
        try await browser.settle()
        #expect(note() == "Ana has returned \"Dune\".  U takes it back")
        browser.press(.text("U"))
        try await browser.settle()
        browser.press(.text("y"))
        try await browser.settle()
        #expect(browser.content.rows[0].lentTo == "Ana")
    }

    @Test func aChangeThatFailsAfterQuittingIsReported() async throws {
        try await browser.addDune()
        let dune = try #require(try await library.books.all().first)
        _ = try await LendBook(browser.environment.context, preferences: browser.environment.preferences)(
            [dune.id], to: "Ben")
        browser.press(.text("x"))
        #expect(browser.handle(.text("y")))
        #expect(!browser.handle(.key(.control("c"))))
        let failure = await browser.finish()
        #expect(failure?.message.contains("is lent to Ben") == true)
    }

    @Test func markedBooksAreLentToOnePersonAndReturnedAtOnce() async throws {
        for title in ["Dune", "Emma", "Ulysses"] {
            _ = try await AddBook(browser.environment.context)(BookDraft(title: title, authors: ["Ana"]))
        }
        try await browser.settle()
        func lent() -> [String?] { browser.content.rows.map(\.lentTo) }
        browser.press(.text("g j l"))
        #expect(browser.screen.text.contains { $0.contains("Lend 2 books") })
        browser.press(.text("Ben"), .key(.enter))
        try await browser.settle()
        #expect(lent() == ["Ben", nil, "Ben"])
        #expect(browser.state.message == "Lent 2 books to Ben, a new person, until 2026-12-20.")
        // All of them, or none.
        browser.press(.text("A"), .text("r"))
        try await browser.settle()
        #expect(browser.content.error == "\"Emma\" is not lent.")
        browser.press(.key(.enter))
        #expect(browser.screen.text[18] == "None of the 3 books was returned.")
        browser.press(.text("l"))
        #expect(browser.state.warning == "\"Dune\" is lent to Ben until 2026-12-20.")
        #expect(lent() == ["Ben", nil, "Ben"])
        browser.press(.key(.escape), .text("gjlCem"), .key(.enter))
        try await browser.settle()
        browser.press(.text("A+"))
        try await browser.settle()
        #expect(browser.content.rows.map(\.due) == Array(repeating: Day("2027-01-17"), count: 3))
        #expect(browser.state.message == "Ben and Cem can keep 3 books until 2027-01-17.")
        browser.press(.text("r"))
        try await browser.settle()
        #expect(lent() == [nil, nil, nil])
        #expect(browser.state.message == "Ben and Cem have returned 3 books.")
        browser.press(.text("U"))
        try await browser.settle()
        browser.press(.text("y"))
        try await browser.settle()
        #expect(lent() == ["Ben", "Cem", "Ben"])
    }

    /// Those of many people are shortened, not what came of it.
    @Test func whatCameOfManyLoansIsSaidFirst() async throws {
        for name in ["Alexandra", "Bartholomew", "Christopher", "Dominique", "Evangeline", "Frederick"] {
            let book = try await AddBook(browser.environment.context)(BookDraft(title: name, authors: ["Ana"]))
            _ = try await LendBook(browser.environment.context, preferences: browser.environment.preferences)(
                [book.id], to: name)
        }
        try await browser.settle()
        browser.press(.text("A+"))
        try await browser.settle()
        #expect(browser.screen.text[18].hasSuffix("can keep 6 books until 2027-01-17.  U takes it back"))
        browser.press(.text("r"))
        try await browser.settle()
        #expect(browser.screen.text[18].hasSuffix("have returned 6 books.  U takes it back"))
    }
}
