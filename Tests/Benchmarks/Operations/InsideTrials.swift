import Data
import Domain
import Storage

/// The stores inside a long-running process, as views and tests use them.
struct InsideTrials {
    let bench: Workbench

    static let sqlite = "sqlite3, one process"

    /// An open library with a number of books.
    private struct OpenLibrary {
        let name: String
        let books: Int
        let library: any Library
        /// A book from the middle.
        let someID: Book.ID
    }

    private let libraries: [OpenLibrary]

    static func areWanted(by options: Options) -> Bool {
        [.save, .lend, .find, .snapshot, .query].contains { options.wants($0) }
    }

    init(_ bench: Workbench) async throws {
        self.bench = bench
        var libraries: [OpenLibrary] = []
        for size in bench.sizes {
            let books = bench.supply.initial(size)
            var stores: [(String, any Library)] = [("memory", StoredLibrary.inMemory())]
            for store in [BookshelfKeeper.Store.file, .keyvalue] {
                stores.append(("\(store)", store.library(in: try bench.folder("inside/\(size)/\(store)"))))
            }
            for (name, library) in stores {
                try await library.fill(with: books)
                let someID = books[size / 2].id
                libraries.append(OpenLibrary(name: name, books: size, library: library, someID: someID))
            }
        }
        self.libraries = libraries
    }

    /// Each save is a unit of work with one new book.
    func saving() throws -> (trial: Trial, sessions: [SQLiteSession]) {
        var contenders = libraries.map { open in
            let supply = bench.supply.more()
            return contender(open) { try await open.library.books.save(try supply.next()) }
        }
        var sessions: [SQLiteSession] = []
        if let program = bench.tool("sqlite3") {
            for size in bench.sizes {
                let session = try session(program, size)
                sessions.append(session)
                let supply = bench.supply.more()
                contenders.append(
                    Contender(name: Self.sqlite, books: size) {
                        let insertion = SQLiteTable.insertion(of: try supply.next())
                        return try await timed { try session.run(insertion) }
                    })
            }
            bench.notes.add(
                """
                save: a save by one open journal (lock, append, fdatasync) against an INSERT sent through a \
                pipe to one open sqlite3 process (WAL, synchronous=FULL: one fdatasync), until its answer is read
                """)
            if let first = sessions.first {
                contenders.append(
                    Contender(name: "sqlite3, no statement", books: bench.sizes[0]) {
                        try await timed { try first.run("") }
                    })
                bench.notes.add("save: \"no statement\" is the part of sqlite3's saves that its pipes take")
            }
        }
        return (Trial(operation: .save, contenders: contenders), sessions)
    }

    /// Lending: find the book, check that it isn't lent, find or add the borrower, add the loan. Returning the book
    /// isn't measured.
    func lending() -> Trial {
        let preferences = KeyValuePreferences(store: MemoryKeyValueStore())
        let contenders = libraries.map { open in
            let context = UseCaseContext(
                library: open.library, today: { Day(daysSince1970: 20_000) },
                randomBits: { UInt64.random(in: 0...UInt64.max) }, folding: .caseAndAccents)
            let lend = LendBook(context, preferences: preferences)
            let takeBack = ReturnBook(context)
            return Contender(name: open.name, books: open.books) {
                let cost = try await timed { _ = try await lend([open.someID], to: "Ana") }
                _ = try await takeBack([open.someID])
                return cost
            }
        }
        return Trial(operation: .lend, contenders: contenders)
    }

    func reading() async throws -> [Trial] {
        let query = BookQuery(text: Workbench.searchWord)
        return [
            try await reading(.find) { open in
                guard try await open.library.books.find(open.someID) != nil
                else { throw BenchmarkError("a book is not found") }
            },
            try await reading(.snapshot) { open in
                guard try await open.library.snapshot().books.count >= open.books
                else { throw BenchmarkError("books are missing") }
            },
            try await reading(.query) { open in
                guard try await open.library.page(query, folding: .caseAndAccents).total > 0
                else { throw BenchmarkError("nothing is found") }
            },
        ].filter { bench.options.wants($0.operation) }
    }

    private func reading(
        _ operation: Operation, _ read: @escaping (OpenLibrary) async throws -> Void
    ) async throws -> Trial {
        Trial(operation: operation, contenders: libraries.map { open in contender(open) { try await read(open) } })
    }

    private func contender(_ open: OpenLibrary, _ act: @escaping () async throws -> Void) -> Contender {
        Contender(name: open.name, books: open.books) { try await timed(act) }
    }

    private func session(_ program: String, _ size: Int) throws -> SQLiteSession {
        let folder = try bench.folder("inside/\(size)/sqlite")
        let keeper = SQLiteKeeper(
            program: program, isIndexed: false, directory: folder, processes: bench.processes)
        try keeper.fill(with: bench.supply.initial(size))
        let session = try SQLiteSession(program: program, database: keeper.database)
        try session.run(SQLiteTable.durable)
        return session
    }
}

/// The elapsed time of `act`.
private func timed(_ act: () async throws -> Void) async throws -> Cost {
    let clock = ContinuousClock()
    let start = clock.now
    try await act()
    return Cost(wall: clock.now - start)
}
