import Testing

@testable import Storage

/// A copy of a store's records, built from its news.
struct Replica {
    private(set) var version: RecordVersion?
    private var records: [RecordKind: [String: [UInt8]]] = [:]

    /// Applies news, which must follow the rules: the first news are complete, each record occurs once, and only
    /// records of `kinds` occur.
    mutating func apply(_ news: RecordNews, of kinds: [RecordKind], at sourceLocation: SourceLocation) {
        #expect(news.isComplete || version != nil, "nothing to add changes to", sourceLocation: sourceLocation)
        #expect(Set(news.changes.keys).isSubset(of: kinds), sourceLocation: sourceLocation)
        if news.isComplete { records = [:] }
        for (kind, changes) in news.changes {
            let saved = changes.saved.samples(of: kind)
            let named = saved.map(\.id) + changes.deleted.map { "\($0)" }
            #expect(Set(named).count == named.count, "a record is named twice", sourceLocation: sourceLocation)
            for id in changes.deleted { records[kind, default: [:]]["\(id)"] = nil }
            for sample in saved { records[kind, default: [:]][sample.id] = sample.json }
        }
        version = news.version
    }

    var samples: [Sample] {
        records.flatMap { kind, records in records.map { Sample(kind: kind, id: $0.key, json: $0.value) } }.sorted()
    }
}
