import FileTestSupport
import Foundation
import StorageTestSupport
import Testing

@testable import Storage

extension StorageEngine {
    /// The engines that the contract runs on: all that can run here. `EnginesTests` reports those that can't.
    static let tested = allCases.filter { $0.obstacle == nil }

    /// Those of them whose records several stores can share.
    static let shared = tested.filter(\.isShared)

    /// Why the engine can't run here; nil if it can.
    var obstacle: String? {
        self == .etcd ? EtcdCluster.obstacle : nil
    }

    /// A new, empty location. Everything an engine needs besides a directory and a name is set here, for all engines.
    func makeFixture() async throws -> StoreFixture {
        let directory = try TemporaryDirectory().path + "/made/when/needed"
        var location = StorageLocation(application: "sample", name: "notes", directory: directory)
        if EtcdCluster.obstacle == nil {
            let endpoint = try await EtcdCluster.shared().endpoints[0]
            let address = try #require(EtcdAddress("etcd://\(endpoint)/test/\(UInt64.random(in: 0 ... .max))"))
            location.etcd = EtcdLocation(address, copyPath: directory + "/cluster.copy")
        }
        return StoreFixture(engine: self, location: location)
    }

    /// An empty store.
    func makeStore() async throws -> any RecordStore {
        try await makeFixture().open()
    }
}

/// An engine and the location of its records.
struct StoreFixture: Sendable {
    let engine: StorageEngine
    let location: StorageLocation

    /// A new instance of the store, as another process would open it.
    func open() -> any RecordStore {
        engine.open(location)
    }
}

/// Reports which engines the contract runs on.
struct EnginesTests {
    @Test func everyEngineThatCanRunHereIsTested() {
        let missing = StorageEngine.allCases.filter { $0.obstacle != nil }
        #expect(StorageEngine.tested.count + missing.count == StorageEngine.allCases.count)
        #expect(StorageEngine.shared.contains { $0.obstacle == nil })
    }

    /// Skipped, with the reason, for an engine that can't run here.
    @Test(arguments: StorageEngine.allCases)
    func theContractRunsOnIt(engine: StorageEngine) throws {
        if let obstacle = engine.obstacle { try Test.cancel(Comment(rawValue: obstacle)) }
        #expect(StorageEngine.tested.contains(engine))
    }

    /// With `BOOKSHELF_NEEDS_ETCD` set, no engine may be skipped.
    @Test(
        .enabled(
            if: ProcessInfo.processInfo.environment["BOOKSHELF_NEEDS_ETCD"] != nil, "BOOKSHELF_NEEDS_ETCD is not set"))
    func noEngineIsSkipped() {
        #expect(StorageEngine.tested == StorageEngine.allCases)
    }
}
