import Data
import Domain
import Presentation
import TestSupport
import TestTraits
import Testing

@MainActor
@Suite(.endsIfItHangs)
struct LibraryContentOfStatisticsTests {
    @Test func countsAndFollowsChanges() async throws {
        let library = StoredLibrary.inMemory(LibrarySnapshot(books: [try book(1, "A")]))
        let model = LibraryContent(of: library, for: BookQuery(), folding) {
            LibraryStatistics(of: $0.page.rows, in: $0.others, today: today)
        }
        #expect(model.value == nil)
        await model.load()
        #expect(model.value?.books == 1)
        try await during(model.observe) {
            let (ben, second) = (try borrower(1, "Ben"), try book(2, "B"))
            let late = loan(1, of: second, to: ben, due: "2024-05-09")
            try await library.perform { unit throws(LibraryError) in
                try await unit.books.save(second)
                try await unit.borrowers.save(ben)
                try await unit.loans.save(late)
            }
            await until { model.value?.books == 2 }
            #expect(model.value?.overdue == 1)
        }
    }
}
