import FileTestSupport
import Testing

@testable import Storage

/// A store in a file, and how it notices other processes' changes.
struct WatchedStore: Sendable, CustomTestStringConvertible {
    enum Means: String, CaseIterable {
        case notified, polling

        var watcher: FileWatcher { self == .notified ? .notified : .polling }
    }

    let engine: StorageEngine
    let means: Means

    static let all = StorageEngine.inFiles.flatMap { engine in
        Means.allCases.map { WatchedStore(engine: engine, means: $0) }
    }

    var testDescription: String { "\(engine.rawValue), \(means)" }

    /// A new instance, as another process would open it.
    func open(_ folder: TestFile) -> any RecordStore {
        var location = StorageLocation(application: "sample", name: "notes", directory: folder.path)
        location.watcher = means.watcher
        return engine.open(location)
    }

    /// The file of the stores in a folder.
    func file(in folder: TestFile) -> TestFile {
        TestFile(path: "\(folder.path)/notes.\(engine.store.fileExtension ?? "")")
    }

    /// A new folder with a store that has these records.
    func makeFolder(_ samples: Sample...) async throws -> TestFile {
        let folder = TestFile(path: try TemporaryDirectory().path)
        if !samples.isEmpty { try await open(folder).change(samples.map { $0.saving() }) }
        return folder
    }
}
