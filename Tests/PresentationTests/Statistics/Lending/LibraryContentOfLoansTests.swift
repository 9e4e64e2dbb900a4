import Data
import Domain
import Presentation
import TestSupport
import TestTraits
import Testing

@MainActor
@Suite(.endsIfItHangs)
struct LibraryContentOfLoansTests {
    @Test func countsLoans() async throws {
        let (a, ben) = (try book(1, "A"), try borrower(1, "Ben"))
        let library = StoredLibrary.inMemory(LibrarySnapshot(books: [a], borrowers: [ben]))
        let model = LibraryContent(of: library, for: BookQuery(), folding) {
            LibraryStatistics(of: $0.page.rows, in: $0.others, today: today)
        }
        try await during(model.observe) {
            await until { model.value?.overdue == 0 }
            try await library.loans.save(loan(1, of: a, to: ben, due: "2024-05-09"))
            await until { model.value?.overdue == 1 }
            #expect(model.value?.borrowers == 1)
        }
    }
}
