/// What takes back the last command on a store, or brings it back.
///
///     {"id":"last","command":"edit","time":1795624465,"was":{"beds":[["3k8jd02mxe8q",305419896,{"id":…}]]}}
///     {"id":"last","command":"add","time":1795624465,"added":{"beds":"3k8jd02mxe8q0937bms …"}}
///
/// Each change has the identifier of a record, the CRC-32C of what the command saved (null if it deleted the record), and
/// the record that was there before. An added record has only the first two, as one word: the last seven characters are
/// the CRC in base 32. A command of several units of work has a record for each. "last" then says how many there are, and
/// how many of them are in effect:
///
///     {"id":"last","command":"import of beds.csv","time":1795624465,"units":"9f2c01aa77de","count":3,"inEffect":3}
///     {"id":"9f2c01aa77de0001","was":{…}}
struct UndoRecord {
    private var id = ""
    var command = ""
    /// Seconds since 1970.
    var time: Int?
    var isUndone = false
    private(set) var units: String?
    private var count: Int?
    private var inEffect: Int?
    /// If the command was a repair, the copy of the damaged file, and the checksum of the contents after it.
    var damagedFile: String?
    var contents: Int?
    /// By the plural of their kind.
    var changes: [(kind: String, changes: [Change])] = []

    struct Change {
        let id: RecordID
        let saved: Int?
        let before: [UInt8]?
    }

    /// The record of the last command. A unit writes it without reading the one it replaces: optimistic
    /// units that change different records must not conflict.
    init(_ command: String, at time: Int?) { (id, self.command, self.time) = ("last", command, time) }

    /// The record of one unit of a command of several.
    init(unit number: Int, of units: String) { id = "\(Self.id(of: number, units))" }

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

    private var total: Int { count ?? 1 }
    private var present: Int { inEffect ?? (isUndone ? 0 : 1) }

    /// Whether an undo began, and hasn't ended.
    var isInterrupted: Bool { 0 < present && present < total }

    /// Whether the next undo takes the command back, rather than bring it back.
    var takesBack: Bool { present == total || isInterrupted && isUndone }

    /// The records with the changes to undo, in that order.
    var next: [RecordID] {
        guard let units else { return [Self.last] }
        let numbers = takesBack ? Array((0..<present).reversed()) : Array(present..<max(present, total))
        return numbers.map { Self.id(of: $0 + 1, units) }
    }

    /// This record after the first of `next` was undone.
    var afterNext: UndoRecord {
        var record = self
        record.isUndone = takesBack
        if units != nil { record.inEffect = present + (takesBack ? -1 : 1) }
        return record
    }
}

// MARK: - JSON

extension UndoRecord {
    var change: RecordChange { RecordChange(kind: .undo, id: Self.recordID(id), json: json) }

    private var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { json in
            json.member("id", id)
            if id == "last" { json.member("command", command) }
            if let time { json.member("time", time) }
            if isUndone { json.member("undone", true) }
            if let units { json.member("units", units) }
            if let count { json.member("count", count) }
            if let inEffect { json.member("inEffect", inEffect) }
            if let damagedFile { json.member("damagedFile", damagedFile) }
            if let contents { json.member("contents", contents) }
            json.changes("added", changes, where: \.isAddition) { json, additions in
                // Short, because every command passes over those of a long import.
                json.string(additions.map(\.word).joined(separator: " "))
            }
            json.changes("was", changes, where: { !$0.isAddition }) { json, changes in
                json.array { json in for change in changes { json.change(change) } }
            }
        }
        return writer.bytes
    }

    init(json: [UInt8]) throws(JSONError) {
        var record = UndoRecord("", at: nil)
        try JSONScanner.scan(json) { scanner throws(JSONError) in
            try scanner.object { name, value throws(JSONError) in
                switch name {
                case "id": record.id = try value.string()
                case "command": record.command = try value.string()
                case "time": record.time = try value.integer()
                case "undone": record.isUndone = try value.bool()
                case "units": record.units = try value.string()
                case "count": record.count = try value.integer()
                case "inEffect": record.inEffect = try value.integer()
                case "damagedFile": record.damagedFile = try value.string()
                case "contents": record.contents = try value.integer()
                case "added":
                    for (kind, text) in try value.namedStrings() { record.add(Change.additions(text), of: kind) }
                case "was":
                    try value.object { kind, changes throws(JSONError) in
                        record.add(try changes.undoChanges(), of: try kind.text())
                    }
                default: try value.skip()
                }
            }
        }
        let isUnits = record.units.map { RecordID($0 + "0001") != nil } ?? true
        guard isUnits, 0 <= record.present, record.present <= record.total else {
            throw JSONError(offset: 0, reason: .noIdentifier)
        }
        self = record
    }

    private mutating func add(_ new: [Change], of kind: String) {
        let index = changes.firstIndex { $0.kind == kind } ?? changes.count
        if index == changes.count { changes.append((kind, [])) }
        changes[index].changes += new
    }
}

extension UndoRecord.Change {
    fileprivate var isAddition: Bool { before == nil && saved != nil }

    fileprivate var word: String { "\(id)" + String(1 << 35 + (saved ?? 0), radix: 32).dropFirst() }

    fileprivate static func additions(_ text: String) -> [Self] {
        text.split(separator: " ").compactMap { word in
            RecordID(String(word.dropLast(7))).map { Self(id: $0, saved: Int(word.suffix(7), radix: 32), before: nil) }
        }
    }
}

extension JSONWriter {
    /// Writes the member with those changes of each kind, if there are any.
    fileprivate mutating func changes(
        _ name: StaticString, _ kinds: [(kind: String, changes: [UndoRecord.Change])],
        where belongs: (UndoRecord.Change) -> Bool, _ write: (inout JSONWriter, [UndoRecord.Change]) -> Void
    ) {
        let kinds = kinds.map { ($0.kind, $0.changes.filter(belongs)) }.filter { !$0.1.isEmpty }
        if kinds.isEmpty { return }
        self.name(name)
        object { json in
            for (kind, changes) in kinds {
                json.name(kind)
                write(&json, changes)
            }
        }
    }

    fileprivate mutating func change(_ change: UndoRecord.Change) {
        array { json in
            json.string("\(change.id)")
            if let saved = change.saved { json.number(saved) } else { json.raw("null".utf8) }
            if let before = change.before { json.raw(before) }
        }
    }
}

extension JSONScanner {
    fileprivate mutating func undoChanges() throws(JSONError) -> [UndoRecord.Change] {
        var changes: [UndoRecord.Change] = []
        try array { change throws(JSONError) in
            var (id, saved, before, index): (RecordID?, Int?, [UInt8]?, Int) = (nil, nil, nil, 0)
            try change.array { value throws(JSONError) in
                switch index {
                case 0: id = RecordID(try value.string())
                case 1: saved = try value.null() ? nil : try value.integer()
                default: before = Array(try value.json().utf8)
                }
                index += 1
            }
            if let id { changes.append(UndoRecord.Change(id: id, saved: saved, before: before)) }
        }
        return changes
    }
}
