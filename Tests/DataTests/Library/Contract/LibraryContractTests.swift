import Storage
import Testing

/// What every library promises, whatever keeps its records: what `StoredLibrary` adds to the contract of record stores.
/// The extensions hold the tests, a file for each part of the promise. A test that would wait for ever ends after some
/// minutes.
@Suite("Every library", .serialized, .timeLimit(.minutes(5)))
struct LibraryContractTests {
    /// Says whether the contract is held against a real etcd, too.
    @Test(.enabled(if: StorageEngine.hasEtcd, "etcd is not installed"))
    func noEngineIsLeftOut() {
        #expect(StorageEngine.tested == StorageEngine.allCases)
    }
}
