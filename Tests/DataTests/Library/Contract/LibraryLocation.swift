import Domain
import FileTestSupport
import Storage
import Testing

@testable import Data

/// The location of a library's records, for any engine.
struct LibraryLocation: Sendable {
    /// A new instance, as in another process; in memory always the same one.
    let store: @Sendable () -> any RecordStore

    func library(_ schema: LibrarySchema = .bookshelf) -> any Library {
        StoredLibrary(store(), schema: schema)
    }
}

extension StorageEngine {
    /// The engines that the contract runs on: all that can run here.
    static let tested = allCases.filter { $0.obstacle == nil }

    /// Those of them whose records several stores can share.
    static let shared = tested.filter { $0.store.isShared }

    /// A new location.
    func makeLibraryLocation() async throws -> LibraryLocation {
        let location = try await Self.makeLocation(application: "bookshelf", name: "library")
        let first = open(location)
        return LibraryLocation { store.isShared ? open(location) : first }
    }

    /// An empty library.
    func makeLibrary(_ schema: LibrarySchema = .bookshelf) async throws -> any Library {
        try await makeLibraryLocation().library(schema)
    }
}

extension RecordKind {
    static let books = RecordKind(singular: "book", plural: "books")
}

extension RecordStore {
    /// Saves records that another program may have written.
    func save(_ records: (RecordKind, id: String, json: String)...) async throws {
        let changes = try records.map { kind, id, json in
            RecordChange(kind: kind, id: try #require(RecordID(id)), json: Array(json.utf8))
        }
        try await perform { _ throws(StorageError) in (changes, ()) }
    }

    /// The stored text of the record.
    func text(_ id: String, of kind: RecordKind) async throws -> String? {
        let batch = try await records([try #require(RecordID(id))], of: kind)
        return batch.rows.first.map { String(decoding: batch.bytes[$0.range], as: UTF8.self) }
    }
}
