import Data
import Domain
import Presentation
import Storage
import TestSupport
import TestTraits
import Testing

@MainActor
@Suite(.endsIfItHangs)
struct LoansViewModelTests {
    private let library: StoredLibrary
    private let model: LoansViewModel
    private let books: [Book]

    init() throws {
        books = [try book(1, "Cold Sea"), try book(2, "Cold Day"), try book(3, "Emma")]
        let ben = try borrower(1, "Ben")
        library = StoredLibrary.inMemory(
            LibrarySnapshot(
                books: books, borrowers: [ben],
                loans: [
                    loan(1, of: books[0], to: ben, due: "2024-05-10"),
                    loan(2, of: books[1], to: ben, due: "2024-05-09"),
                    loan(3, of: books[2], to: ben, due: "2024-05-02", returned: "2024-05-02"),
                ]))
        model = LoansViewModel(context: context(library), preferences: DefaultPreferences())
    }

    @Test func showsTheLoansOfTheQuery() async {
        await model.content.load()
        #expect(model.rows.map(\.title) == ["Cold Day", "Cold Sea"])
        #expect(model.rows.map(\.isOverdue) == [true, false])
        #expect(!model.content.isLoading)
        for (query, titles) in [(.overdue, ["Cold Day"]), (.all, ["Emma", "Cold Day", "Cold Sea"])] as [(LoanQuery, _)]
        {
            let model = LoansViewModel(
                context: context(library), preferences: DefaultPreferences(), query: query)
            await model.content.load()
            #expect(model.rows.map(\.title) == titles)
        }
    }

    @Test func lendsAndReturnsWhileObserved() async throws {
        await during(model.content.observe) {
            await until { model.rows.count == 2 }
            let lent = await model.lend([books[2].id], to: "ben", for: .until(.date(day("2024-05-11"))))
            #expect(lent?.map(\.borrower) == ["Ben"])
            await until { model.rows.count == 3 }
            #expect(model.rows.map(\.title) == ["Cold Day", "Cold Sea", "Emma"])
            let ended = await model.takeBack([books[2].id])
            #expect(ended?.map(\.loan.returned) == [today])
            await until { model.rows.count == 2 }
            #expect(model.rows.map(\.title) == ["Cold Day", "Cold Sea"])
            #expect(model.actionError == nil)
        }
    }

    @Test func aLoanIsExtendedByThePreferredPeriod() async {
        #expect(await model.extend([books[1].id])?.map(\.loan.due) == [day("2024-06-07")])
        #expect(await model.extend([books[2].id]) == nil)
        #expect(model.actionError == .lending(.notLent(books[2])))
    }

    @Test func withoutATermThePreferredPeriodApplies() async {
        #expect(await model.lend([books[2].id], to: "Ana")?.map(\.loan.due) == [day("2024-06-07")])
    }

    @Test func aPersonNeedsAName() async {
        #expect(await model.lend([books[2].id], to: " ") == nil)
        #expect(model.actionError == .lending(.noName))
    }

    @Test func refusalsAreShown() async throws {
        #expect(await model.lend([books[0].id], to: "Ana") == nil)
        #expect(model.actionError == .lending(.alreadyLent(books[0], to: "Ben", due: today)))
        #expect(await model.takeBack([books[2].id]) == nil)
        #expect(model.actionError == .lending(.notLent(books[2])))
        #expect(await model.takeBack([books[0].id]) != nil)
        #expect(model.actionError == nil)
    }
}
