import FileTestSupport
import Foundation
import Testing

@testable import Storage

extension StorageEngine {
    /// The engines that the contract runs on: all that can run here.
    static let tested = allCases.filter { $0.obstacle == nil }

    /// Those of them whose records several stores can share.
    static let shared = tested.filter { $0.store.isShared }

    /// Those of them that have all records in one file.
    static let inFiles = tested.filter { $0.store.fileExtension != nil }

    /// A new, empty location.
    func makeFixture() async throws -> StoreFixture {
        StoreFixture(engine: self, location: try await Self.makeLocation(application: "sample", name: "notes"))
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

    /// The file with the records, if the engine states one.
    var file: TestFile {
        TestFile(path: "\(location.directory)/\(location.name).\(engine.store.fileExtension ?? "")")
    }
}

/// Reports which engines the contract runs on.
struct EnginesTests {
    /// Skipped, with the reason, for an engine that can't run here. With `BOOKSHELF_NEEDS_<ENGINE>` set, it fails.
    @Test(arguments: StorageEngine.allCases)
    func theContractRunsOnIt(engine: StorageEngine) throws {
        guard let obstacle = engine.obstacle else { return }
        let variable = "BOOKSHELF_NEEDS_\(engine.rawValue.uppercased())"
        #expect(ProcessInfo.processInfo.environment[variable] == nil, "\(obstacle)")
        try Test.cancel(Comment(rawValue: obstacle))
    }
}
