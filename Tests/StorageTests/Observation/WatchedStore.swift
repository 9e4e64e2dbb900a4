import Testing

@testable import Storage

/// A store in a file, and how it learns of what others do with that file.
struct WatchedStore: Sendable, CustomTestStringConvertible {
    enum Kind: String, CaseIterable { case journal, keyValue }
    enum Means: String, CaseIterable {
        case notified, polling

        var watcher: FileWatcher { self == .notified ? .notified : .polling }
    }

    let kind: Kind
    let means: Means

    static let all = Kind.allCases.flatMap { kind in Means.allCases.map { WatchedStore(kind: kind, means: $0) } }

    var testDescription: String { "\(kind), \(means)" }

    /// A new instance, as another process would open it.
    func open(_ file: TestFile) -> any RecordStore {
        switch kind {
        case .journal: file.journal(watcher: means.watcher)
        case .keyValue: KeyValueRecordStore(KeyValueFile(path: file.path, watcher: means.watcher))
        }
    }

    /// A file in a directory of its own, in which a store keeps these records.
    func makeFile(_ records: String...) async throws -> TestFile {
        let file = try TemporaryDirectory().file("plan")
        for record in records { try await open(file).keep(record) }
        return file
    }
}

/// What an observer of a store knows of it: the records it was told of, with each change made to them.
struct ObservedRecords: CustomReflectable {
    private var updates: RecordUpdates.AsyncIterator
    private var records: [RecordID: String] = [:]

    init(in store: any RecordStore) {
        updates = store.observe([JournalFixture.beds]).makeAsyncIterator()
    }

    /// The records after the next update; nil at the end.
    mutating func next() async throws(StorageError) -> [String]? {
        guard let news = try await updates.next(isolation: #isolation)?.get() else { return nil }
        if news.isComplete { records = [:] }
        let changes = news.changes[JournalFixture.beds]
        for id in changes?.deleted ?? [] { records[id] = nil }
        for text in changes?.saved.texts ?? [] { records[JournalFixture.id(of: text)] = text }
        return records.sorted { $0.key < $1.key }.map(\.value)
    }

    /// A failed expectation doesn't look into the stream, which it would not get out of.
    var customMirror: Mirror { Mirror(self, children: []) }

    /// The records after the next update that makes any difference. Compaction is an update that makes none.
    mutating func nextDifferent() async throws(StorageError) -> [String]? {
        let before = records
        while let next = try await next() {
            if records != before { return next }
        }
        return nil
    }
}
