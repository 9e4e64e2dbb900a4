import Data
import Domain
import Storage
import TestSupport
import Testing

@testable import App

@MainActor
struct LentBookRemovalTests {
    private let today = Day(daysSince1970: 20_000)

    @Test func nothingIsAskedAboutALentBook() async throws {
        let books = [
            try book(1, "Dune", by: "Ana", added: today), try book(2, "Emma", by: "Ana", added: today),
        ]
        let ben = try Borrower(id: Borrower.ID(bits: 3), name: "Ben")
        let loan = try Loan(id: Loan.ID(bits: 4), book: books[1].id, borrower: ben.id, lent: today, due: today)
        let library = StoredLibrary.inMemory(LibrarySnapshot(books: books, borrowers: [ben], loans: [loan]))
        let environment = AppEnvironment { name in Issue.record("the test did not provide \(name)") }
            .with(\.settings, MemoryKeyValueStore()).with(\.randomBits) { 7 }
            .with(\.library, library).with(\.today) { today }
        let console = Console(
            Console.Appearance(
                answer: {
                    Issue.record("it asked")
                    return "y"
                }), results: OutputBuffer { _ in }, messages: OutputBuffer { _ in })
        var remove = RemoveCommand<Book>()
        remove.entities = ["dune", "emma"]
        await #expect(throws: CommandError.library(.lending(.isLent(books[1], to: "Ben", due: today)))) {
            try await remove.run(in: AppSession(environment: environment, console: console))
        }
        #expect(try await library.books.all().count == 2)
    }
}
