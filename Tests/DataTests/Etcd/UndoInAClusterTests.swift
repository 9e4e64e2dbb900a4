import Domain
import FileTestSupport
import StorageTestSupport
import Synchronization
import TestTraits
import Testing

@testable import Data
@testable import Storage

/// What `undo` costs units of work that run at once.
@Suite(.fewAtATime, .endsIfItHangs)
struct UndoInAClusterTests {
    /// All units begin before any ends. They leave their stamps in different slots, which would be a conflict anyway.
    @Test(.enabled(if: StorageEngine.etcd.obstacle == nil)) func unitsOfAClusterConflictNoMoreOften() async throws {
        let address = try await EtcdCluster.shared().makeAddress()
        let libraries = (0...50).map { slot in
            StoredLibrary(
                EtcdRecordStore(EtcdLocation(address, patience: .endless), application: "bookshelf", slot: slot),
                schema: .bookshelf)
        }
        // Odd ones are there already, so they are edited.
        try await libraries[50].books.save(try (0..<50).filter { $0 % 2 == 1 }.map { try book($0) })
        let runs = Runs()
        try await save(books: 0..<50, in: libraries, runs)
        #expect(runs.count.withLock(\.self) == 50)
        #expect(try await libraries[50].books.all().filter { $0.title == "Sanditon" }.count == 50)
    }

    /// Saves each of these books in a unit of its own, which begins in the one before.
    private func save(
        books: Range<Int>, in libraries: [StoredLibrary], _ runs: Runs
    ) async throws(LibraryError) {
        guard let number = books.first else { return }
        try await libraries[number].perform { unit throws(LibraryError) in
            let isFirst = runs.count.withLock { count in
                count += 1
                return count == number + 1
            }
            try await unit.books.save(book(number, "Sanditon"))
            if isFirst { try await save(books: books.dropFirst(), in: libraries, runs) }
        }
    }
}

private final class Runs: Sendable {
    let count = Mutex(0)
}
