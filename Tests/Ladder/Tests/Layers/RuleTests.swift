import Data
import Domain
import Presentation
import Testing

/// The rule is tested without a file.
struct RuleTests {
    @Test func aLentBookCannotBeLent() {
        let library = MemoryLibrary([Book(title: "Dune", lentTo: "Ana")])
        #expect(throws: LendingError.alreadyLent("Dune", to: "Ana")) { try LendBook(library)("Dune", to: "Ben") }
        #expect(throws: LendingError.noSuchBook("Emma")) { try LendBook(library)("Emma", to: "Ben") }
        #expect(library.books() == [Book(title: "Dune", lentTo: "Ana")])
    }

    /// Someone else gets the book between the choice and the name.
    @Test @MainActor func aChoiceDecidesNothing() throws {
        let library = MemoryLibrary([Book(title: "Dune")])
        let viewModel = LendingViewModel(library)
        viewModel.choose("Dune")
        try LendBook(library)("Dune", to: "Ana")
        viewModel.lend(to: "Ben")
        #expect(viewModel.problem == "\"Dune\" is lent to Ana")
    }
}
