import Foundation
import Testing

@testable import Storage

extension RecordKind {
    static let note = RecordKind(singular: "note", plural: "notes")
    static let tag = RecordKind(singular: "tag", plural: "tags")
    /// Its records refer to a note, by whose identifier they are looked up.
    static let link = RecordKind(singular: "link", plural: "links")

    static let samples = [note, tag, link]
}

/// A record of the tests. Two are equal if their bytes are, which equal strings don't guarantee.
struct Sample: Hashable, Sendable {
    let kind: RecordKind
    let id: String
    let json: [UInt8]
    /// The note that a link refers to.
    var target: String?

    static func note(_ id: String, _ text: String = "a note") -> Sample {
        Sample(kind: .note, id: id, members: [("text", text)])
    }

    static func tag(_ id: String, _ name: String = "a tag") -> Sample {
        Sample(kind: .tag, id: id, members: [("name", name)])
    }

    static func link(_ id: String, to target: String) -> Sample {
        var link = Sample(kind: .link, id: id, members: [("to", target)])
        link.target = target
        return link
    }

    /// Foundation writes the members, so that tests don't depend on the writer under test.
    private init(kind: RecordKind, id: String, members: [(name: String, value: String)]) {
        let members = ([("id", id)] + members).map { name, value in "\"\(name)\":\(Self.quoted(value))" }
        self.kind = kind
        self.id = id
        json = Array("{\(members.joined(separator: ","))}".utf8)
    }

    init(kind: RecordKind, id: String, json: [UInt8]) {
        self.kind = kind
        self.id = id
        self.json = json
    }

    private static func quoted(_ text: String) -> String {
        // Foundation's encoder accepts every string.
        (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Ignores `target`, which is not part of the record itself.
    static func == (left: Sample, right: Sample) -> Bool {
        left.kind == right.kind && left.id == right.id && left.json == right.json
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(json)
    }

    var text: String {
        let members = (try? JSONSerialization.jsonObject(with: Data(json))) as? [String: Any]
        return (members?["text"] ?? members?["name"]) as? String ?? ""
    }

    var recordID: RecordID { StorageTests.recordID(id) }

    private var keys: [LookupKey] { target.map { [.links(to: $0)] } ?? [] }

    /// Saves the record, replacing `old` if given.
    func saving(replacing old: Sample? = nil) -> RecordChange {
        RecordChange(kind: kind, id: recordID, json: json, keys: keys, oldKeys: old?.keys ?? [])
    }

    var deleting: RecordChange {
        RecordChange(kind: kind, id: recordID, json: nil, oldKeys: keys)
    }
}

extension Sample: CustomStringConvertible, Comparable {
    var description: String { "\(kind.singular) \(String(decoding: json.prefix(200), as: UTF8.self))" }

    /// Orders by kind, then by the bytes of the identifier.
    static func < (left: Sample, right: Sample) -> Bool {
        left.kind == right.kind
            ? left.id.utf8.lexicographicallyPrecedes(right.id.utf8) : left.kind.singular < right.kind.singular
    }
}

extension LookupKey {
    static func links(to note: String) -> LookupKey { LookupKey("to", note) }
}

/// The identifier with this text. A test with an invalid identifier is wrong, and stops.
func recordID(_ text: String) -> RecordID {
    guard let id = RecordID(text) else { preconditionFailure("\(text) is not an identifier") }
    return id
}

extension RecordBatch {
    /// The records, in the order of the batch.
    func samples(of kind: RecordKind) -> [Sample] {
        rows.map { Sample(kind: kind, id: "\($0.id)", json: Array(bytes[$0.range])) }
    }
}

extension RecordReader {
    /// All records of these kinds, sorted by kind.
    func all(_ kinds: RecordKind...) async throws(StorageError) -> [Sample] {
        let news = try await news(of: kinds, since: nil)
        return kinds.flatMap { kind in news.changes[kind]?.saved.samples(of: kind) ?? [] }
    }

    func find(_ ids: String..., of kind: RecordKind = .note) async throws(StorageError) -> [Sample] {
        try await records(ids.map { recordID($0) }, of: kind).samples(of: kind)
    }

    /// The links to a note, selected from the candidates.
    func links(to note: String) async throws(StorageError) -> [Sample] {
        let candidates = try await candidates(for: .links(to: note), of: .link).samples(of: .link)
        return candidates.filter { $0 == .link($0.id, to: note) }
    }
}

extension RecordStore {
    /// Makes these changes unconditionally.
    func change(_ changes: [RecordChange]) async throws(StorageError) {
        try await perform { _ throws(StorageError) in (changes, ()) }
    }

    func save(_ samples: Sample...) async throws(StorageError) {
        try await change(samples.map { $0.saving() })
    }

    func delete(_ samples: Sample...) async throws(StorageError) {
        try await change(samples.map(\.deleting))
    }
}
