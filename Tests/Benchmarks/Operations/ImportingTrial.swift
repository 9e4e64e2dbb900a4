import Foundation

/// The import of 10,000 real books, each time into an empty library. The books have their own licence and are not part
/// of the package.
struct ImportingTrial {
    let bench: Workbench

    /// Returns nil if the file of books is missing.
    func trial() throws -> Trial? {
        let file = bench.options.realBooks
        guard FileManager.default.fileExists(atPath: file) else {
            bench.notes.add("import is left out: \(file) is missing")
            return nil
        }
        var contenders = [BookshelfKeeper.Store.file, .keyvalue].map { store in
            contender(BookshelfKeeper.name(of: store)) { folder in
                let arguments = ["import", file, "--store", store.rawValue, "--directory", folder]
                return Invocation(program: bench.bookshelf, arguments: arguments)
            }
        }
        if let sqlite = bench.tool("sqlite3") {
            contenders.append(
                contender(SQLiteKeeper.name(indexed: false)) { folder in
                    let commands = ["PRAGMA journal_mode=WAL", ".import --csv \(file) books"]
                    return Invocation(program: sqlite, arguments: ["-batch", folder + "/books.db"] + commands)
                }
            )
            bench.notes.add("import: sqlite3 copies the columns as they are, and checks nothing")
        }
        return Trial(operation: .import, contenders: contenders)
    }

    private func contender(_ name: String, _ invocation: @escaping (String) -> Invocation) -> Contender {
        Contender(name: name, books: nil) {
            try bench.processes.run(invocation(try bench.folder("import")))
        }
    }
}
