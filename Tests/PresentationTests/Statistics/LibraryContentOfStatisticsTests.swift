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
            try await library.books.save(try book(2, "B"))
            await until { model.value?.books == 2 }
        }
    }
}
