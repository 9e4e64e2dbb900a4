import Data
import Domain
import Presentation
import TestSupport
import TestTraits
import Testing

@MainActor
@Suite(.endsIfItHangs)
struct BookDetailViewModelTests {
    private let library: StoredLibrary
    private let books: [Book]

    init() throws {
        books = [try book(1, "Cold Sea"), try book(2, "Cold Day")]
        library = StoredLibrary.inMemory(LibrarySnapshot(books: books))
    }

    private func model(of book: Int) -> DetailViewModel<Book> {
        DetailViewModel<Book>(books[book].id, context: context(library))
    }

    @Test func showsTheBook() async {
        let model = model(of: 0)
        #expect(model.row == nil)
        await model.content.load()
        #expect(model.row == Row(books[0]))
        #expect(!model.content.isLoading)
    }

    @Test func observingFollowsTheBook() async throws {
        let model = model(of: 0)
        try await during(model.content.observe) {
            await until { model.row != nil }
            let renamed = try book(1, "Warm Sea")
            try await library.books.save(renamed)
            await until { model.row?.entity == renamed }
        }
    }

    @Test func observingShowsThatTheBookIsGone() async throws {
        let model = model(of: 1)
        try await during(model.content.observe) {
            await until { model.row != nil }
            try await library.books.delete(books[1].id)
            await until { model.row == nil }
            #expect(model.content.observeError == nil)
        }
    }
}
