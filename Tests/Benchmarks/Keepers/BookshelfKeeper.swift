import Data
import Domain
import Foundation
import Storage

/// The release build of this package's program, with one of its stores.
struct BookshelfKeeper: BookKeeper {
    enum Store: String {
        case file, keyvalue
    }

    let program: String
    let store: Store
    let directory: String

    var name: String { Self.name(of: store) }
    var doesLess: String? { nil }

    static func name(of store: Store) -> String {
        "bookshelf, \(store.rawValue)"
    }

    func fill(with books: [Book]) async throws {
        try await store.library(in: directory).fill(with: books)
    }

    func invocation(for errand: Errand) -> Invocation {
        let words: [String] =
            switch errand {
            case .list: ["list"]
            case .search(let word): ["list", word]
            case .json: ["list", "--json"]
            case .add(let book): Self.words(toAdd: book)
            }
        return Invocation(program: program, arguments: words + ["--store", store.rawValue, "--directory", directory])
    }

    func titles(in output: String, of errand: Errand) throws -> [String] {
        if case .json = errand { return try output.titlesInJSON() }
        return output.titlesBetweenTabs
    }

    private static func words(toAdd book: Book) -> [String] {
        var words = ["add", book.title, "--status", book.status.rawValue]
        words += book.authors.flatMap { ["--author", $0] } + book.shelves.flatMap { ["--shelf", $0] }
        if let isbn = book.isbn { words += ["--isbn", isbn.description] }
        if let rating = book.rating { words += ["--rating", String(rating.stars)] }
        return book.isFavorite ? words + ["--favorite"] : words
    }
}

extension BookshelfKeeper.Store {
    /// The library, opened like the program does; see `StoreChoice`.
    func library(in directory: String) -> any Library {
        let location = StorageLocation(application: "bookshelf", name: "library", directory: directory)
        return StoredLibrary(engine.open(location), schema: .bookshelf)
    }

    private var engine: StorageEngine {
        switch self {
        case .file: .journal
        case .keyvalue: .keyValue
        }
    }
}

extension Library {
    /// Saves the books in units of work of the store's batch size.
    func fill(with books: [Book]) async throws {
        var rest = books[...]
        while !rest.isEmpty {
            let batch = rest.prefix(batchSize)
            try await self.books.save(Array(batch))
            rest = rest.dropFirst(batch.count)
        }
    }
}

extension String {
    /// The second value of each line.
    var titlesBetweenTabs: [String] {
        split(separator: "\n").map { line in
            let values = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
            return values.count > 1 ? String(values[1]) : ""
        }
    }

    /// The member `title` of each object of an array.
    func titlesInJSON() throws -> [String] {
        struct Row: Decodable {
            let title: String
        }
        // An empty result of `sqlite3 -json` is not JSON.
        return isEmpty ? [] : try JSONDecoder().decode([Row].self, from: Data(utf8)).map(\.title)
    }
}
