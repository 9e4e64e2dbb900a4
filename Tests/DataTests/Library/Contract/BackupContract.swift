import Domain
import FileTestSupport
import Storage
import Testing

@testable import Data

extension LibraryContractTests {
    private static let format = "bookshelf-library"

    private static let moves = StorageEngine.tested.flatMap { from in StorageEngine.tested.map { (from, $0) } }

    private func stored(_ location: LibraryLocation) -> StoredLibrary {
        StoredLibrary(location.store(), schema: .bookshelf)
    }

    /// Books, and members and accents that a conversion might lose.
    private func fill(_ location: LibraryLocation, books: Int) async throws {
        let library = location.library()
        let all = try (1...books).map { number in
            try book(number, "Cien años № \(number)") {
                $0.shelves = ["Español", "\u{1}\"\\"]
                $0.isbn = number == 1 ? try? ISBN("9780141439587") : nil
            }
        }
        for start in stride(from: 0, to: books, by: 200) {
            try await library.books.save(Array(all[start..<min(start + 200, books)]))
        }
        try await library.saveLoansForBackup()
        try await location.store().save(
            (
                .books, "00000000zzzz",
                #"{"id":"00000000zzzz","pages":[474 , {}],"authors":["X"],"title":"Emma","status":"read","added":"2024-10-04"}"#
            ))
    }

    /// For every pair of stores: what comes back is the same file, byte for byte.
    @Test(arguments: moves)
    func aBackupMovesALibraryBetweenStores(from: StorageEngine, to: StorageEngine) async throws {
        let origin = try await from.makeLibraryLocation()
        try await fill(origin, books: 230)
        let backup = try await stored(origin).backup()
        let bytes = backup.journal(format: Self.format)
        let copy = try await to.makeLibraryLocation()
        let read = try LibraryBackup(bytes, format: Self.format, from: "backup")
        #expect(read.contents == (try await origin.library().snapshot()))
        try await stored(copy).restore(read)
        #expect(try await copy.library().snapshot() == origin.library().snapshot())
        #expect(try await stored(copy).backup().journal(format: Self.format) == bytes)
        // Lookup keys are there too.
        #expect(try await copy.library().books.matching(.isbn(ISBN("9780141439587"))).count == 1)
        // Restoring again changes nothing.
        try await stored(copy).restore(read)
        #expect(try await stored(copy).backup().journal(format: Self.format) == bytes)
    }

    @Test(arguments: StorageEngine.tested)
    func anInterruptedRestoreCanBeRepeated(engine: StorageEngine) async throws {
        let origin = try await StorageEngine.memory.makeLibraryLocation()
        try await fill(origin, books: 230)
        let backup = try await stored(origin).backup()
        let copy = try await engine.makeLibraryLocation()
        // As if the units of work after the first had failed.
        let first = backup.records.prefix(200).map { $0 }
        try await copy.store().perform { _ throws(StorageError) in (first, ()) }
        try await stored(copy).restore(backup)
        #expect(try await copy.library().snapshot() == origin.library().snapshot())
    }

    /// The records of an earlier attempt are there, and then one of them is gone.
    @Test(arguments: StorageEngine.tested)
    func aRecordThatIsDeletedDuringARestoreIsRestored(engine: StorageEngine) async throws {
        let origin = try await StorageEngine.memory.makeLibraryLocation()
        try await fill(origin, books: 3)
        let backup = try await stored(origin).backup()
        let copy = try await engine.makeLibraryLocation()
        try await stored(copy).restore(backup)
        let store = InterruptedStore(base: copy.store()) {
            guard let last = backup.records.last else { return }
            try await copy.store().perform { _ throws(StorageError) in
                ([RecordChange(kind: last.kind, id: last.id, json: nil)], ())
            }
        }
        try await StoredLibrary(store, schema: .bookshelf).restore(backup)
        #expect(try await copy.library().snapshot() == origin.library().snapshot())
    }

    @Test(arguments: StorageEngine.tested)
    func aLibraryWithOtherRecordsIsRefused(engine: StorageEngine) async throws {
        let origin = try await StorageEngine.memory.makeLibraryLocation()
        try await origin.library().books.save([book(1), book(2)])
        let backup = try await stored(origin).backup()
        let changes: [@Sendable (any Library) async throws -> Void] = [
            { try await $0.books.save(book(2, "Sanditon")) }, { try await $0.books.save(book(3)) },
        ]
        for (change, other) in zip(changes, [("books", bookID(2)), ("books", bookID(3))]) {
            let copy = try await engine.makeLibraryLocation()
            try await change(copy.library())
            let before = try await copy.library().snapshot()
            await #expect(throws: RestoreError.otherRecord(kind: other.0, id: "\(other.1)")) {
                try await stored(copy).restore(backup)
            }
            #expect(try await copy.library().snapshot() == before)
        }
    }

    /// More than fits into a unit of work of some stores, so fewer records than usual go into each.
    @Test(arguments: StorageEngine.tested)
    func largeRecordsAreRestored(engine: StorageEngine) async throws {
        let origin = try await StorageEngine.memory.makeLibraryLocation()
        try await origin.library().books.save(
            try (1...90).map { try book($0, String(repeating: "Long ", count: 4000)) })
        let copy = try await engine.makeLibraryLocation()
        try await stored(copy).restore(try await stored(origin).backup())
        #expect(try await copy.library().snapshot() == origin.library().snapshot())
    }

    /// A unit of work can't have fewer records than one.
    @Test func aRecordThatIsTooLargeForAStoreIsNotTriedAgain() async throws {
        let origin = try await StorageEngine.memory.makeLibraryLocation()
        try await fill(origin, books: 2)
        let backup = try await stored(origin).backup()
        let copy = try await StorageEngine.memory.makeLibraryLocation()
        let store = InterruptedStore(base: copy.store(), refusal: .tooLarge(location: "x", limit: "1 MiB")) {}
        let error = LibraryError.store(.tooLarge(location: "x", limit: "1 MiB"))
        await #expect(throws: RestoreError.library(error, done: 0, of: backup.records.count)) {
            try await StoredLibrary(store, schema: .bookshelf).restore(backup)
        }
    }

    /// Refused by a store that states that nothing would find them there.
    @Test(arguments: StorageEngine.tested)
    func recordsOfANewerVersionAreKeptOrRefused(engine: StorageEngine) async throws {
        let origin = try await StorageEngine.journal.makeLibraryLocation()
        try await origin.library().books.save(book(1))
        let series = RecordKind(singular: "serie", plural: "series")
        try await origin.store().save((series, "s1", #"{"id":"s1","name":"Narnia"}"#))
        let backup = try await stored(origin).backup()
        let copy = try await engine.makeLibraryLocation()
        if copy.store().keepsUnknownKinds {
            try await stored(copy).restore(backup)
            #expect(try await copy.store().text("s1", of: series) == #"{"id":"s1","name":"Narnia"}"#)
            let again = try await stored(copy).backup().journal(format: Self.format)
            #expect(again == backup.journal(format: Self.format))
        } else {
            await #expect(throws: RestoreError.unknownKind("series")) { try await stored(copy).restore(backup) }
            #expect(try await copy.library().snapshot() == LibrarySnapshot())
        }
    }

    /// From each store, in the same bytes, for a version that knows the kind.
    @Test(arguments: StorageEngine.tested)
    func recordsOfANewerVersionAreBackedUp(engine: StorageEngine) async throws {
        let story = RecordKind(singular: "story", plural: "stories")
        let origin = try await engine.makeLibraryLocation()
        try await origin.library().books.save(book(1))
        try await origin.store().save((story, "s1", #"{"id":"s1","name":"Narnia"}"#))
        let bytes = try await stored(origin).backup().journal(format: Self.format)
        let copy = try await StorageEngine.journal.makeLibraryLocation()
        try await stored(copy).restore(try LibraryBackup(bytes, format: Self.format, from: "backup"))
        #expect(try await copy.store().text("s1", of: story) == #"{"id":"s1","name":"Narnia"}"#)
        #expect(try await stored(copy).backup().journal(format: Self.format) == bytes)
    }

    @Test(arguments: StorageEngine.tested)
    func recordsOfANewerVersionAreOtherRecords(engine: StorageEngine) async throws {
        let backup = try await stored(StorageEngine.memory.makeLibraryLocation()).backup()
        let location = try await engine.makeLibraryLocation()
        let series = RecordKind(singular: "serie", plural: "series")
        try await location.store().save((series, "s1", #"{"id":"s1"}"#))
        await #expect(throws: RestoreError.otherRecord(kind: "series", id: "s1")) {
            try await stored(location).restore(backup)
        }
    }

    @Test func anInvalidRecordInABackupIsNamedByItsLine() async throws {
        let location = try await StorageEngine.journal.makeLibraryLocation()
        try await location.store().save((.books, "000000000001", #"{"id":"000000000001","title":"","authors":["X"]}"#))
        await #expect(throws: LibraryError.self) { try await stored(location).backup() }
        let bytes = JournalBackup.journal(
            of: ["books": [Array(#"{"id":"000000000001","title":""}"#.utf8)]], format: Self.format)
        let error = #expect(throws: BackupError.self) { try LibraryBackup(bytes, format: Self.format, from: "b") }
        #expect(error?.location == "b")
        #expect(error?.line == 2)
    }
}

/// A store that carries out one change at a time, or refuses each; another writer comes after the first.
private actor InterruptedStore: StoreWrapper {
    nonisolated let base: any RecordStore
    private let refusal: StorageError?
    private var interruption: (@Sendable () async throws -> Void)?

    init(
        base: any RecordStore, refusal: StorageError? = nil,
        interruption: @escaping @Sendable () async throws -> Void
    ) {
        (self.base, self.refusal) = (base, refusal)
        self.interruption = interruption
    }

    nonisolated var batchSize: Int { 1 }

    func perform<V: Sendable>(
        _ work: @Sendable (any RecordReader) async throws(StorageError) -> ([RecordChange], V)
    ) async throws(StorageError) -> V {
        let value = try await base.perform { [refusal] records throws(StorageError) in
            let (changes, value) = try await work(records)
            if let refusal, !changes.isEmpty { throw refusal }
            return (changes, value)
        }
        let interruption = interruption
        self.interruption = nil
        do {
            try await interruption?()
        } catch {
            Issue.record(error)
        }
        return value
    }
}
