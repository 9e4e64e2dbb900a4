import Domain

/// The books in SQL, as one might keep them with `sqlite3`: one table with the columns of `bookshelf list`, and lists
/// of names as one text.
enum SQLiteTable {
    static let definition = """
        PRAGMA journal_mode=WAL;
        CREATE TABLE books(
            id TEXT PRIMARY KEY, title TEXT NOT NULL, authors TEXT NOT NULL, isbn TEXT UNIQUE, status TEXT NOT NULL,
            rating INTEGER, favorite INTEGER NOT NULL, shelves TEXT NOT NULL, added TEXT NOT NULL, finished TEXT);
        """

    static let titleIndex = "CREATE INDEX books_by_title ON books(title COLLATE NOCASE, id);"

    /// Without this, a power cut can lose the last writes in WAL mode. It applies to one connection.
    static let durable = "PRAGMA synchronous=FULL;"

    static func insertion(of book: Book) -> String {
        let values = [
            quoted("\(book.id)"), quoted(book.title), quoted(book.authors.joined(separator: "; ")),
            book.isbn.map { quoted("\($0)") } ?? "NULL", quoted(book.status.rawValue),
            book.rating.map { "\($0.stars)" } ?? "NULL", book.isFavorite ? "1" : "0",
            quoted(book.shelves.joined(separator: "; ")), quoted("\(book.added)"),
            book.finished.map { quoted("\($0)") } ?? "NULL",
        ]
        return "INSERT INTO books VALUES(\(values.joined(separator: ",")));"
    }

    static func selection(where condition: String = "1") -> String {
        "SELECT * FROM books WHERE \(condition) ORDER BY title COLLATE NOCASE, id;"
    }

    static func has(_ word: String) -> String {
        ["title", "authors", "shelves"].map { "\($0) LIKE \(quoted("%\(word)%"))" }.joined(separator: " OR ")
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("'", with: "''") + "'"
    }
}
