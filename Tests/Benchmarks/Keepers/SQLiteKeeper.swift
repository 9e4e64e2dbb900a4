import Domain
import Foundation

/// The `sqlite3` program on a database in WAL mode, with or without an index that has the titles in order.
struct SQLiteKeeper: BookKeeper {
    let program: String
    let isIndexed: Bool
    let directory: String
    let processes: ChildProcess

    var name: String { Self.name(indexed: isIndexed) }

    static func name(indexed: Bool) -> String {
        indexed ? "sqlite3, titles indexed" : "sqlite3"
    }

    var doesLess: String? {
        """
        order and LIKE ignore neither accents nor case outside ASCII; authors and shelves are one text, also in JSON; \
        the borrower is not looked up
        """
    }

    var database: String { directory + "/books.db" }

    func fill(with books: [Book]) throws {
        let insertions = books.map(SQLiteTable.insertion).joined(separator: "\n")
        let index = isIndexed ? SQLiteTable.titleIndex : ""
        let script = directory + "/books.sql"
        let text = "\(SQLiteTable.definition)\nBEGIN;\n\(insertions)\n\(index)\nCOMMIT;\n"
        try text.write(toFile: script, atomically: false, encoding: .utf8)
        _ = try processes.run(invocation(".read \(script)"))
    }

    func invocation(for errand: Errand) -> Invocation {
        switch errand {
        case .list: invocation("-tabs", SQLiteTable.selection())
        case .search(let word): invocation("-tabs", SQLiteTable.selection(where: SQLiteTable.has(word)))
        case .json: invocation("-json", SQLiteTable.selection())
        case .add(let book): invocation(SQLiteTable.durable + SQLiteTable.insertion(of: book))
        }
    }

    func titles(in output: String, of errand: Errand) throws -> [String] {
        if case .json = errand { return try output.titlesInJSON() }
        return output.titlesBetweenTabs
    }

    /// The last word is the statement, the others are options.
    private func invocation(_ words: String...) -> Invocation {
        Invocation(program: program, arguments: ["-batch", "-bail"] + words.dropLast() + [database] + words.suffix(1))
    }
}
