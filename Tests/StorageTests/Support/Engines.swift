import FileTestSupport
import Foundation
import StorageTestSupport
import Testing

@testable import Storage

extension StorageEngine {
    /// The engines that the contract is held against: all that can run here. `EnginesTests` names those that can't.
    static let tested = allCases.filter { $0.obstacle == nil }

    /// Those of them whose records several stores share.
    static let shared = tested.filter(\.isShared)

    /// Why the engine can't run here; nil where it can.
    var obstacle: String? {
        self == .etcd ? EtcdCluster.obstacle : nil
    }

    /// A new location, where nothing has been stored. Whatever an engine needs besides a directory and a name is given to
    /// all of them here.
    func makePlace() async throws -> Place {
        let directory = try TemporaryDirectory().path + "/made/when/needed"
        var location = StorageLocation(application: "sample", name: "notes", directory: directory)
        if EtcdCluster.obstacle == nil {
            let endpoint = try await EtcdCluster.shared().endpoints[0]
            let address = try #require(EtcdAddress("etcd://\(endpoint)/test/\(UInt64.random(in: 0 ... .max))"))
            location.etcd = EtcdLocation(address, copyPath: directory + "/cluster.copy")
        }
        return Place(engine: self, location: location)
    }

    /// An empty store.
    func makeStore() async throws -> any RecordStore {
        try await makePlace().open()
    }
}

/// Where an engine keeps its records.
struct Place: Sendable {
    let engine: StorageEngine
    let location: StorageLocation

    /// A new instance of the store, as another process would open it.
    func open() -> any RecordStore {
        engine.open(location)
    }
}

/// Says which engines the contract is held against.
struct EnginesTests {
    @Test func everyEngineThatCanRunHereIsTested() {
        let missing = StorageEngine.allCases.filter { $0.obstacle != nil }
        #expect(StorageEngine.tested.count + missing.count == StorageEngine.allCases.count)
        #expect(StorageEngine.shared.contains { $0.obstacle == nil })
    }

    /// Skipped, with the reason, where an engine can't run.
    @Test(arguments: StorageEngine.allCases)
    func theContractIsHeldAgainstIt(engine: StorageEngine) throws {
        if let obstacle = engine.obstacle { try Test.cancel(Comment(rawValue: obstacle)) }
        #expect(StorageEngine.tested.contains(engine))
    }

    /// Where `BOOKSHELF_NEEDS_ETCD` is set, nothing may be skipped.
    @Test(
        .enabled(
            if: ProcessInfo.processInfo.environment["BOOKSHELF_NEEDS_ETCD"] != nil, "BOOKSHELF_NEEDS_ETCD is not set"))
    func nothingIsMissingWhereNothingMayBe() {
        #expect(StorageEngine.tested == StorageEngine.allCases)
    }
}
