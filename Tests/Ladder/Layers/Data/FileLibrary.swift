public import Domain
public import Foundation

/// Keeps the books in a JSON file, which several processes share.
public struct FileLibrary: Library {
    private let url: URL

    public init(_ url: URL) {
        self.url = url
    }

    /// A missing file has no books.
    public func books() throws(LendingError) -> [Book] {
        try accessing { () throws in
            guard FileManager.default.fileExists(atPath: url.path) else { return [] }
            return try JSONDecoder().decode([BookRecord].self, from: Data(contentsOf: url)).map(\.book)
        }
    }

    /// Waits for the lock; the file is replaced as a whole.
    public func perform(_ work: (inout [Book]) throws(LendingError) -> Void) throws(LendingError) {
        let lock = open(url.path + ".lock", O_RDWR | O_CREAT, 0o600)
        defer { close(lock) }
        guard flock(lock, LOCK_EX) == 0 else { throw .library("can't lock \(url.lastPathComponent)") }
        var books = try books()
        try work(&books)
        try accessing { () throws in
            try JSONEncoder().encode(books.map(BookRecord.init)).write(to: url, options: .atomic)
        }
    }

    private func accessing<Value>(_ access: () throws -> Value) throws(LendingError) -> Value {
        do {
            return try access()
        } catch {
            throw .library("can't use \(url.lastPathComponent): \(error.localizedDescription)")
        }
    }
}

/// The form of a book in the file.
private struct BookRecord: Codable {
    var title: String
    var lentTo: String?

    init(_ book: Book) {
        (title, lentTo) = (book.title, book.lentTo)
    }

    var book: Book { Book(title: title, lentTo: lentTo) }
}
