import Data
import Domain
import Testing

/// A store in a file, and how it learns of what others do with that file.
struct WatchedStore: Sendable, CustomTestStringConvertible {
    enum Kind: String, CaseIterable { case journal, settings }
    enum Means: String, CaseIterable { case notified, polling }

    let kind: Kind
    let means: Means

    static let all = Kind.allCases.flatMap { kind in Means.allCases.map { WatchedStore(kind: kind, means: $0) } }

    var testDescription: String { "\(kind), \(means)" }

    /// A new instance, as another process would open it.
    func open(_ file: TestFile) -> any Library {
        let watcher = means == .notified ? FileWatcher.notified : .polling
        switch kind {
        case .journal: return JSONFileLibrary(path: file.path, watcher: watcher)
        case .settings: return KeyValueLibrary(store: KeyValueFile(path: file.path, watcher: watcher))
        }
    }

    /// A file in a directory of its own, in which a library holds these books.
    func makeFile(_ books: [Book] = []) async throws -> TestFile {
        let file = try TemporaryDirectory().file("library")
        if !books.isEmpty { try await open(file).books.save(books) }
        return file
    }
}
