import Domain
import Storage

/// What `undo` needs to take back the last command, or to bring it back. Records of this kind are outside of the schema,
/// backups and counts.
///
///     {"id":"last","command":"edit","time":1795624465,"was":{"books":[["3k8jd02mxe8q",305419896,{"id":…}]]}}
///
/// Each change has the identifier of a record, the CRC-32C of what the command saved (null if it deleted the record), and
/// the record that was there before, if one was. A command of several units has a record for each. "last" then says how
/// many there are, and how many of them are in effect:
///
///     {"id":"last","command":"import of books.csv","time":1795624465,"units":"9f2c01aa77de","count":3,"inEffect":3}
///     {"id":"9f2c01aa77de0001","was":{…}}
struct UndoRecord: EntityRecord {
    static let kind = RecordKind(singular: "undo", plural: "undo")

    private var id: String
    private(set) var command: String?
    /// Seconds since 1970.
    private(set) var time: Int?
    /// True once it was taken back.
    private(set) var isUndone: Bool?
    private var units: String?
    private var count: Int?
    private var inEffect: Int?
    /// If the command was a repair, the copy of the damaged file, and the checksum of the library after it.
    var repaired: String?
    var contents: Int?
    var changes = RecordedChanges()

    init() { id = "" }

    init(_ record: UndoRecord) { self = record }

    /// The record of the last command. A unit writes it without reading the one it replaces: units of a cluster that
    /// change different entities must not conflict.
    init(_ command: String, at time: Int?) { (id, self.command, self.time) = ("last", command, time) }

    /// The record of one unit of a command of several.
    init(_ changes: RecordedChanges, unit number: Int, of units: String) {
        id = "\(Self.id(of: number, units))"
        self.changes = changes
    }

    mutating func members<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.required("id", &id)
        try visitor.optional("command", &command)
        try visitor.optional("time", &time)
        try visitor.optional("undone", &isUndone)
        try visitor.optional("units", &units)
        try visitor.optional("count", &count)
        try visitor.optional("inEffect", &inEffect)
        try visitor.optional("repaired", &repaired)
        try visitor.optional("contents", &contents)
        try visitor.optional("was", &changes)
    }

    func entity() -> UndoRecord { self }

    /// Says that so many units belong to the command.
    mutating func have(_ count: Int, units: String) { (self.units, self.count, inEffect) = (units, count, count) }
}

extension UndoRecord {
    static let last = recordID("last")

    private static func recordID(_ text: String) -> RecordID {
        guard let id = RecordID(text) else { preconditionFailure("\(text) can't identify a record") }
        return id
    }

    static func id(of number: Int, _ units: String) -> RecordID {
        recordID(units + String(String(0x10000 + number, radix: 16).suffix(4)))
    }

    /// The record in JSON.
    static func read(_ json: [UInt8]) throws(UndoError) -> UndoRecord {
        do throws(RecordError) {
            return try json.withUnsafeBufferPointer { bytes throws(RecordError) in try Self(bytes, bytes.indices) }
        } catch {
            throw .library(.store(.damaged(location: "what undo keeps", line: nil, reason: error.explanation)))
        }
    }

    var change: RecordChange {
        RecordChange(kind: Self.kind, id: Self.recordID(id), json: json(keepingUnknownOf: nil))
    }

    private var total: Int { count ?? 1 }
    private var present: Int { inEffect ?? (isUndone == true ? 0 : 1) }

    /// Whether an undo began, and hasn't ended.
    var isInterrupted: Bool { 0 < present && present < total }

    /// Whether the next undo takes the command back, rather than bring it back.
    var takesBack: Bool { present == total || isInterrupted && isUndone == true }

    /// The records with the changes to undo, in that order.
    var next: [RecordID] {
        guard let units else { return [Self.last] }
        let numbers = takesBack ? Array((0..<present).reversed()) : Array(present..<max(present, total))
        return numbers.map { Self.id(of: $0 + 1, units) }
    }

    /// This record after the first of `next` was undone.
    var afterNext: UndoRecord {
        var record = self
        record.isUndone = takesBack ? true : nil
        if units != nil { record.inEffect = present + (takesBack ? -1 : 1) }
        return record
    }
}

/// The changes of a unit of work, by the plural of their kind.
struct RecordedChanges: MemberValue {
    struct Change {
        let id: RecordID
        /// The checksum of what was saved; nil for a deletion.
        let saved: Int?
        /// The record before; nil if there was none.
        let before: [UInt8]?
    }

    private(set) var kinds: [(kind: String, changes: [Change])] = []

    init() {}

    mutating func add(_ change: Change, of kind: String) {
        if kinds.last?.kind != kind { kinds.append((kind, [])) }
        kinds[kinds.count - 1].changes.append(change)
    }

    var isAbsent: Bool { kinds.isEmpty }

    init(from scanner: inout JSONScanner) throws(MemberError) {
        try read { () throws(JSONError) in
            try scanner.object { kind, changes throws(JSONError) in
                let kind = try kind.text()
                try changes.array { change throws(JSONError) in
                    var (id, saved, before): (RecordID?, Int?, [UInt8]?)
                    var index = 0
                    try change.array { value throws(JSONError) in
                        switch index {
                        case 0: id = RecordID(try value.string())
                        case 1: saved = try value.null() ? nil : try value.integer()
                        default: before = Array(try value.json().utf8)
                        }
                        index += 1
                    }
                    if let id { add(Change(id: id, saved: saved, before: before), of: kind) }
                }
            }
        }
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            for (kind, changes) in kinds {
                writer.name(kind)
                writer.array { writer in
                    for change in changes {
                        writer.array { writer in
                            writer.string("\(change.id)")
                            if let saved = change.saved { writer.number(saved) } else { writer.raw("null".utf8) }
                            if let before = change.before { writer.raw(before) }
                        }
                    }
                }
            }
        }
    }
}

extension [UInt8] {
    /// The checksum by which a record is known again.
    var checksum: Int { withUnsafeBytes { Int(crc32c($0)) } }
}
