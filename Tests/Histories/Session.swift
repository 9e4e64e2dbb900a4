import Data
import Domain
import FileTestSupport
import Storage
import TestSupport

/// A client's connection to the library for one plan.
final class Session: Sendable {
    private let plan: Plan
    private let library: StoredLibrary
    private let store: any RecordStore
    private let injector = FaultInjector()
    private let path: String?

    /// `memory` is the store of the engine that several sessions share only within a process.
    init(_ plan: Plan, at location: StorageLocation, memory: (any RecordStore)? = nil) {
        self.plan = plan
        var location = location
        path = plan.engine.store.fileExtension.map { "\(location.directory)/\(location.name).\($0)" }
        location.files = WatchedFiles(base: POSIXFiles(), watcher: injector)
        location.patience = Self.patience
        location = location.networked?.disturbed(by: injector) ?? location
        store = memory ?? plan.engine.open(location)
        library = StoredLibrary(store, schema: .bookshelf)
    }

    /// Whether the fault of the last step came.
    var wasStruck: Bool { injector.wasStruck }

    /// How long a writer waits for a lock: the shorter, the more operations learn that others have it.
    static let patience = Duration.milliseconds(80)

    /// Carries out the step. A fault that kills the process ends it instead.
    func answer(to step: Plan.Step) async -> Answer {
        defer { injector.disarm() }
        do {
            injector.arm(step.fault)
            if step.fault == .replacedFile, let path, try replaceFile(at: path) { injector.strike() }
            if step.fault == .compaction {
                try await compact()
                injector.strike()
            }
            switch step.operation {
            case .act(let action): return .done(try await action.carryOut(in: library, on: today, number: step.firstID))
            case .read: return .done(PlainLibrary(try await library.snapshot()).text)
            case .find(let isbn):
                return .done(try await library.books.matching(.isbn(isbn)).map { "\($0.id)" }.joined(separator: " "))
            }
        } catch let error as StorageError {
            return Answer(LibraryError.store(StoreError(error)))
        } catch {
            return Answer(error)
        }
    }

    /// The texts of the library now and after each change. An error ends them.
    func texts() -> AsyncThrowingStream<String, any Error> {
        let updates = library.observe()
        return AsyncThrowingStream { continuation in
            let following = Task {
                do {
                    for try await snapshot in updates { continuation.yield(PlainLibrary(snapshot).text) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in following.cancel() }
        }
    }

    /// What a journal keeps of this is far less than what it has, so it is compacted.
    private func compact() async throws {
        guard let kind = RecordKind(plural: "paddings"), let id = RecordID("padding") else { return }
        let text = String(repeating: "x", count: 1 << 17)
        for json in [Array(#"{"id":"padding","text":"\#(text)"}"#.utf8), nil] {
            try await store.perform { _ throws(StorageError) in ([RecordChange(kind: kind, id: id, json: json)], ()) }
        }
    }

    /// Returns false if another process holds the lock, or if there is no file.
    private func replaceFile(at path: String) throws -> Bool {
        let files = POSIXFiles()
        guard let lock = try? files.open(path + ".lock", .readAndWrite) else { return false }
        defer { files.close(lock) }
        guard try files.tryLock(lock), let file = try? files.open(path, .readAndWrite) else { return false }
        defer { files.close(file) }
        guard try files.tryLock(file) else { return false }
        let original = TestFile(path: path)
        try original.replace(with: original.bytes())
        return true
    }
}
