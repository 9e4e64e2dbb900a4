import Data
import Domain
import Presentation
import TestSupport
import TestTraits
import Testing

@MainActor
@Suite(.endsIfItHangs)
struct PeopleViewModelTests {
    private let library: StoredLibrary
    private let model: PeopleViewModel
    private let people: [Borrower]

    init() throws {
        people = [try borrower(1, "Émile"), try borrower(2, "dora"), try borrower(3, "Finn"), try borrower(4, "Dora")]
        let books = [try book(1, "A"), try book(2, "B")]
        library = StoredLibrary.inMemory(
            LibrarySnapshot(
                books: books, borrowers: people,
                loans: [
                    loan(1, of: books[0], to: people[2]), loan(2, of: books[1], to: people[2]),
                    loan(3, of: books[0], to: people[0], returned: "2024-05-02"),
                ]))
        model = PeopleViewModel(context: context(library))
    }

    @Test func showsPeopleByNameWithTheirBooks() async {
        await model.content.load()
        #expect(model.rows.map(\.borrower) == [people[1], people[3], people[0], people[2]])
        #expect(model.rows.map(\.booksOut) == [0, 0, 0, 2])
    }

    @Test func knowsPeopleByName() async {
        await model.content.load()
        #expect(model.knows(" emile ") && !model.knows("Emi"))
    }

    @Test func observingFollowsThePeople() async throws {
        try await during(model.content.observe) {
            await until { model.rows.count == 4 }
            _ = try await RenameBorrower(context(library))("emile", to: "Zoe")
            await until { model.rows.last?.borrower.name == "Zoe" }
            _ = try await RemoveBorrower(context(library))("Zoe")
            await until { model.rows.count == 3 }
            #expect(model.rows.map(\.borrower.name) == ["dora", "Dora", "Finn"])
        }
    }
}
