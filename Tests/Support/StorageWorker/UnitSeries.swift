import Storage

/// The units of work of one worker: the changes of each, and the records after any number of them. Each unit replaces
/// or deletes the notes, tag and link of one of a few groups, so that the store stays small and a journal is often
/// compacted. It also writes its number to a note, the ledger.
struct UnitSeries: Sendable {
    let worker: Int

    private static let note = RecordKind(singular: "note", plural: "notes")
    private static let tag = RecordKind(singular: "tag", plural: "tags")
    private static let link = RecordKind(singular: "link", plural: "links")
    static let kinds = [note, tag, link]

    private static let groups = 12

    /// A record with its lookup key.
    struct Record: Hashable, Sendable {
        let kind: RecordKind
        let id: String
        let json: String
        var key: LookupKey?
    }

    /// The changes of a unit. The records it replaces or deletes were saved by the unit twelve before it.
    func changes(by unit: Int) -> [RecordChange] {
        let old = group(unit - Self.groups)
        let changes =
            if unit.isMultiple(of: 5) {
                old.map { RecordChange(kind: $0.kind, id: id($0.id), json: nil, oldKeys: keys($0)) }
            } else {
                group(unit).map { record in
                    let replaced = old.first { $0.id == record.id && $0.kind == record.kind }
                    return RecordChange(
                        kind: record.kind, id: id(record.id), json: Array(record.json.utf8), keys: keys(record),
                        oldKeys: replaced.map { keys($0) } ?? [])
                }
            }
        return changes + [RecordChange(kind: Self.note, id: id(ledger(unit).id), json: Array(ledger(unit).json.utf8))]
    }

    /// This worker's records after `count` units of work.
    func records(after count: Int) -> [String: Record] {
        let groups = (max(1, count - Self.groups + 1)..<max(1, count + 1)).flatMap { group($0) }
        return named(groups + (count > 0 ? [ledger(count)] : []))
    }

    /// This worker's records in a store.
    func records(in store: any RecordStore) async throws(StorageError) -> [String: Record] {
        let news = try await store.news(of: Self.kinds, since: nil)
        var found: [Record] = []
        for kind in Self.kinds {
            guard let batch = news.changes[kind]?.saved else { continue }
            for row in batch.rows where "\(row.id)".hasPrefix("w\(worker)-") {
                let json = String(decoding: batch.bytes[row.range], as: UTF8.self)
                let key = json.split(separator: #""to":""#).dropFirst().first.map { String($0.prefix { $0 != "\"" }) }
                found.append(
                    Record(kind: kind, id: "\(row.id)", json: json, key: key.map { LookupKey("to", $0) }))
            }
        }
        return named(found)
    }

    /// Whether the record is among the candidates for its key.
    func isFound(_ record: Record, in store: any RecordStore) async throws(StorageError) -> Bool {
        guard let key = record.key else { return false }
        let batch = try await store.candidates(for: key, of: record.kind)
        return batch.rows.contains {
            "\($0.id)" == record.id && batch.bytes[$0.range].elementsEqual(record.json.utf8)
        }
    }

    /// The number of units of work according to the ledger.
    func count(in records: [String: Record]) -> Int {
        let text = records["note w\(worker)-ledger"]?.json.split(separator: #""text":""#).last
        return text.flatMap { Int($0.prefix { $0 != "\"" }) } ?? 0
    }

    /// The note with the number of the last unit.
    private func ledger(_ unit: Int) -> Record {
        let id = "w\(worker)-ledger"
        return Record(kind: Self.note, id: id, json: #"{"id":"\#(id)","text":"\#(unit)"}"#)
    }

    /// The records that a unit saves: three notes, a tag, and a link to one of them. Every fifth unit saves none.
    private func group(_ unit: Int) -> [Record] {
        guard unit > 0, !unit.isMultiple(of: 5) else { return [] }
        let ids = (0..<3).map { "w\(worker)-\(unit % Self.groups)-\($0)" }
        let target = ids[unit % 3]
        return ids.map { id in
            Record(kind: Self.note, id: id, json: #"{"id":"\#(id)","text":"Note of unit \#(unit)","by":\#(worker)}"#)
        } + [
            Record(kind: Self.tag, id: ids[0], json: #"{"id":"\#(ids[0])","name":"Tag \#(unit)"}"#),
            Record(
                kind: Self.link, id: ids[0], json: #"{"id":"\#(ids[0])","to":"\#(target)"}"#,
                key: LookupKey("to", target)),
        ]
    }

    private func named(_ records: [Record]) -> [String: Record] {
        Dictionary(records.map { ("\($0.kind.singular) \($0.id)", $0) }) { $1 }
    }

    private func keys(_ record: Record) -> [LookupKey] { record.key.map { [$0] } ?? [] }

    private func id(_ text: String) -> RecordID {
        // The texts above are short, and have only letters, digits and hyphens.
        guard let id = RecordID(text) else { preconditionFailure("\(text) is not an identifier") }
        return id
    }
}
