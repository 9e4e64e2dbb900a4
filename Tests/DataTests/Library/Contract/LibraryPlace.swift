import Domain
import FileTestSupport
import Storage
import StorageTestSupport
import Testing

@testable import Data

/// Where an engine keeps the records of a library.
struct LibraryPlace: Sendable {
    /// A new instance, as another process would have it; in memory there is but one.
    let store: @Sendable () -> any RecordStore

    func library(_ schema: LibrarySchema = .bookshelf) -> any Library {
        StoredLibrary(store(), schema: schema)
    }
}

extension StorageEngine {
    static let hasEtcd = EtcdCluster.obstacle == nil
    /// Without etcd where that is not installed.
    static let tested = allCases.filter { $0 != .etcd || hasEtcd }
    /// Those whose records a second instance finds.
    static let shared = tested.filter(\.isShared)

    /// A place where nothing was ever stored.
    func makePlace() async throws -> LibraryPlace {
        let location = try await makeLocation()
        let store = open(location)
        return LibraryPlace { self == .memory ? store : open(location) }
    }

    private func makeLocation() async throws -> StorageLocation {
        let directory = try TemporaryDirectory().path
        var location = StorageLocation(application: "bookshelf", name: "library", directory: directory)
        if self == .etcd {
            let endpoint = try await EtcdCluster.shared().endpoints[0]
            let address = try #require(EtcdAddress("etcd://\(endpoint)/test/\(UInt64.random(in: 0 ... .max))"))
            location.etcd = EtcdLocation(address, copyPath: directory + "/cluster.copy")
        }
        return location
    }

    /// An empty library.
    func makeLibrary(_ schema: LibrarySchema = .bookshelf) async throws -> any Library {
        try await makePlace().library(schema)
    }
}

// What the contract must know of each engine.
extension StorageEngine {
    /// Whether units of work run beside other writers, and again when one of these was faster.
    var isOptimistic: Bool {
        switch self {
        case .journal: false
        case .keyValue, .memory, .etcd: true
        }
    }

    /// Whether its news since a mark are only what has changed.
    var knowsWhatHasChanged: Bool {
        switch self {
        case .keyValue: false
        case .journal, .memory, .etcd: true
        }
    }

    /// Whether its records are told apart by a key, which locations name, and not by their member `id`.
    var hasKeys: Bool {
        switch self {
        case .journal: false
        case .keyValue, .memory, .etcd: true
        }
    }
}

extension RecordKind {
    static let books = RecordKind(singular: "book", plural: "books")
    static let borrowers = RecordKind(singular: "borrower", plural: "borrowers")
    static let loans = RecordKind(singular: "loan", plural: "loans")
}

extension RecordStore {
    /// Saves records as some other program may have written them.
    func save(_ records: (RecordKind, id: String, json: String)...) async throws {
        let changes = try records.map { kind, id, json in
            RecordChange(kind: kind, id: try #require(RecordID(id)), json: Array(json.utf8))
        }
        try await perform { _ throws(StorageError) in (changes, ()) }
    }

    /// The record as it is stored.
    func text(_ id: String, of kind: RecordKind) async throws -> String? {
        let batch = try await records([try #require(RecordID(id))], of: kind)
        return batch.rows.first.map { String(decoding: batch.bytes[$0.range], as: UTF8.self) }
    }
}
