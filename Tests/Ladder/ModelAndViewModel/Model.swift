import Foundation

struct Book: Codable, Equatable {
    var title: String
    var lentTo: String?
}

/// Keeps the books in a JSON file.
struct BookFile {
    let url: URL

    /// Throws if the file can't be read; a missing one has no books.
    func load() throws -> [Book] {
        guard FileManager.default.fileExists(atPath: url.path) else { return [] }
        return try JSONDecoder().decode([Book].self, from: Data(contentsOf: url))
    }

    /// Replaces the file as a whole.
    func save(_ books: [Book]) throws {
        try JSONEncoder().encode(books).write(to: url, options: .atomic)
    }
}
