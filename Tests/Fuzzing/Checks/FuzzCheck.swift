public import Storage

/// The rules for any file, however damaged: it is read or refused, and nothing in it is lost. The caller must detect
/// crashes, hangs and excessive memory.
public enum FuzzCheck: String, CaseIterable, Sendable {
    case journal
    /// With right checksums, so that only reading the lines finds damage.
    case signedJournal
    /// A key-value file, read as values.
    case values
    /// A key-value file, read as records.
    case keyValueRecords

    /// The outcome of a check.
    public enum Outcome: CaseIterable, Sendable {
        case read, repaired, refused
    }

    /// A rule that was broken.
    public struct Violation: Error {
        public let rule: String
    }

    public func run(on bytes: [UInt8]) async throws -> Outcome {
        switch self {
        case .journal: try await checkJournal(bytes)
        case .signedJournal: try await checkJournal(withRightChecksums(bytes))
        case .values: try await checkValues(bytes)
        case .keyValueRecords: try await checkRecords(bytes, .keyValue) == nil ? .refused : .read
        }
    }

    /// The path of the file in a `MemoryFiles`.
    public static func path(for engine: StorageEngine) -> String {
        engine == .journal ? "/notes.jsonl" : "/notes.json"
    }

    /// The store in these files.
    public static func open(_ engine: StorageEngine, _ files: MemoryFiles) -> any RecordStore {
        engine.open(StorageLocation(application: "sample", name: "notes", directory: "", files: files))
    }
}

private typealias Violation = FuzzCheck.Violation

private let note = RecordKind(singular: "note", plural: "notes")
private let kinds = [
    note, RecordKind(singular: "tag", plural: "tags"), RecordKind(singular: "link", plural: "links"),
]

/// The text of each record, by kind and identifier.
private typealias Records = [String: [UInt8]]

private func records(of store: any RecordStore) async throws(StorageError) -> Records {
    let news = try await store.news(of: kinds, since: nil)
    var records: Records = [:]
    for (kind, changes) in news.changes {
        for row in changes.saved.rows { records["\(kind.singular) \(row.id)"] = Array(changes.saved.bytes[row.range]) }
    }
    return records
}

private func checkJournal(_ bytes: [UInt8]) async throws -> FuzzCheck.Outcome {
    let path = FuzzCheck.path(for: .journal)
    let before = try await checkRecords(bytes, .journal)
    let files = MemoryFiles(path, bytes)
    let store = FuzzCheck.open(.journal, files)
    guard let repairable = store as? any RepairableRecordStore else {
        throw Violation(rule: "a journal can be repaired")
    }
    let report: RecordRepair?
    do throws(StorageError) {
        report = try await repairable.repair(acceptingEdits: false, tidying: { _, _ in nil }, saving: { _ in })
    } catch {
        // The file is valid but of another format or a newer version, and readers must get the same error.
        guard error.isOfAnotherFormat, await failure(ofReading: bytes) == error else {
            throw Violation(rule: "what is damaged can be repaired: \(error)")
        }
        guard files.bytes(path) == bytes else { throw Violation(rule: "a repair that fails changes nothing") }
        return .refused
    }
    let after = try await records(of: FuzzCheck.open(.journal, files))
    guard let report else {
        guard let before, after == before, files.bytes(path) == bytes else {
            throw Violation(rule: "nothing is changed unless damaged")
        }
        return .read
    }
    guard before == nil else { throw Violation(rule: "only what is damaged is repaired") }
    guard files.bytes(report.setAside) == bytes else { throw Violation(rule: "the damaged file is kept as it was") }
    guard try await records(of: store) == after else { throw Violation(rule: "memory and disk agree") }
    guard try await repairable.repair(acceptingEdits: false, tidying: { _, _ in nil }, saving: { _ in }) == nil else {
        throw Violation(rule: "what was repaired is not damaged")
    }
    return .repaired
}

private func failure(ofReading bytes: [UInt8]) async -> StorageError? {
    do throws(StorageError) {
        _ = try await records(of: FuzzCheck.open(.journal, MemoryFiles(FuzzCheck.path(for: .journal), bytes)))
        return nil
    } catch {
        return error
    }
}

private func checkValues(_ bytes: [UInt8]) async throws -> FuzzCheck.Outcome {
    let path = FuzzCheck.path(for: .keyValue)
    let files = MemoryFiles(path, bytes)
    let store = KeyValueFile(path: path, files: files)
    guard let before = try? store.values() else {
        let isRefused = (try? await store.update(["x": JSONText("1".utf8)], expecting: nil)) == nil
        guard isRefused, files.bytes(path) == bytes else { throw Violation(rule: "what can't be read is not written") }
        return .refused
    }
    _ = try await store.update(["x": JSONText("1".utf8)], expecting: nil)
    var expected = before
    expected["x"] = JSONText("1".utf8)
    guard try KeyValueFile(path: path, files: files).values() == expected else {
        throw Violation(rule: "all other values are kept")
    }
    return .read
}

/// Returns the store's records; nil if they can't be read.
private func checkRecords(_ bytes: [UInt8], _ engine: StorageEngine) async throws -> Records? {
    let files = MemoryFiles(FuzzCheck.path(for: engine), bytes)
    let store = FuzzCheck.open(engine, files)
    guard let id = RecordID("zz") else { throw Violation(rule: "zz is an identifier") }
    let json = Array(#"{"id":"zz","text":"new"}"#.utf8)
    func save() async throws(StorageError) {
        try await store.perform { _ throws(StorageError) in ([RecordChange(kind: note, id: id, json: json)], ()) }
    }
    guard let before = try? await records(of: store) else {
        // A value that is not a record prevents reading a key-value file as records, but not writing to it.
        let values = try? KeyValueFile(path: FuzzCheck.path(for: engine), files: files).values()
        do throws(StorageError) {
            try await save()
        } catch {
            guard files.bytes(FuzzCheck.path(for: engine)) == bytes else {
                throw Violation(rule: "what can't be read is not overwritten")
            }
            return nil
        }
        guard engine == .keyValue, var expected = values else {
            throw Violation(rule: "what can't be read is not written")
        }
        expected["note.zz"] = JSONText(json)
        guard try KeyValueFile(path: FuzzCheck.path(for: engine), files: files).values() == expected else {
            throw Violation(rule: "all other values are kept")
        }
        return nil
    }
    try await save()
    var expected = before
    expected["note zz"] = json
    guard try await records(of: FuzzCheck.open(engine, files)) == expected else {
        throw Violation(rule: "a change changes nothing else")
    }
    guard try await records(of: store) == expected else { throw Violation(rule: "memory and disk agree") }
    return before
}

extension StorageError {
    fileprivate var isOfAnotherFormat: Bool {
        switch self {
        case .newerVersion, .notAStore: true
        case .failed, .damaged, .busy, .tooLarge, .unreachable, .unknownOutcome: false
        }
    }
}

/// Corrects the checksum of each line that begins like a line of a journal.
private func withRightChecksums(_ bytes: [UInt8]) -> [UInt8] {
    let opening = Array(#"{"crc32c":""#.utf8)
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line -> [UInt8] in
        guard line.starts(with: opening), line.count > 21 else { return Array(line) }
        return opening + Array(checksumDigits(line.dropFirst(21)).utf8) + line[(line.startIndex + 19)...]
    }
    return Array(lines.joined(separator: [0x0A]))
}
