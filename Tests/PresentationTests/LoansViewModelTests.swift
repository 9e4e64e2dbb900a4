import Data
import Domain
import Presentation
import Storage
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
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
        model = LoansViewModel(context: context(library))
    }

    @Test func showsTheLoansThatTheQueryNames() async {
        await model.load()
        #expect(model.rows.map(\.title) == ["Cold Day", "Cold Sea"])
        #expect(model.rows.map(\.isOverdue) == [true, false])
        model.query = .overdue
        #expect(model.rows.map(\.title) == ["Cold Day"])
        model.query = .all
        #expect(model.rows.map(\.title) == ["Emma", "Cold Day", "Cold Sea"])
        #expect(!model.isLoading)
    }

    @Test func lendsAndTakesBackUnderTheEyesOfTheObserver() async throws {
        await during(model.observe) {
            await until { model.rows.count == 2 }
            let lent = await model.lend("emma", to: "ben", for: .until(day("2024-05-11")))
            #expect(lent?.borrower == "Ben")
            await until { model.rows.count == 3 }
            #expect(model.rows.map(\.title) == ["Cold Day", "Cold Sea", "Emma"])
            let ended = await model.takeBack("000000000003")
            #expect(ended?.loan.returned == today)
            await until { model.rows.count == 2 }
            #expect(model.rows.map(\.title) == ["Cold Day", "Cold Sea"])
            #expect(model.error == nil)
        }
    }

    @Test func withoutATermTheUsualPeriodCounts() async {
        #expect(await model.lend("emma", to: "Ana")?.loan.due == day("2024-06-07"))
    }

    @Test func refusalsAreShown() async throws {
        #expect(await model.lend("cold", to: "Ana") == nil)
        #expect(model.error == .book(.ambiguous("cold", [books[0], books[1]])))
        #expect(await model.lend("sea", to: "Ana") == nil)
        #expect(model.error == .lending(.alreadyLent(books[0], to: "Ben", due: today)))
        #expect(await model.takeBack("emma") == nil)
        #expect(model.error == .lending(.notLent(books[2])))
        #expect(await model.takeBack("sea") != nil)
        #expect(model.error == nil)
    }
}
