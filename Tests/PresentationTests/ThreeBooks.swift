import Data
import Domain
import Presentation
import Storage
import TestSupport

/// A library of three books, and view models that list it.
@MainActor
struct ThreeBooks {
    let library: StoredLibrary
    let settings = MemoryKeyValueStore()

    init() throws {
        library = StoredLibrary.inMemory(
            LibrarySnapshot(books: [
                try book(1, "Zeit") { $0.rating = Rating(5) }, try book(2, "Día") { $0.rating = Rating(1) },
                try book(3, "Emma") { $0.rating = Rating(3) },
            ]))
    }

    func model(
        of other: (any Library)? = nil, query: BookQuery = BookQuery(), usesPreferredSort: Bool = true
    ) -> BookListViewModel {
        BookListViewModel(
            context: context(other ?? library), preferences: KeyValuePreferences(store: settings), query: query,
            usesPreferredSort: usesPreferredSort)
    }

    func prefer(_ sort: BookSort) async throws {
        try await settings.set(sort, for: .sort)
    }

    func titles(_ model: BookListViewModel) -> [String] {
        model.rows.map(\.draft.title)
    }
}
