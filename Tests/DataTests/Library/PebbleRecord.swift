import Domain
import Storage
import TestSupport

@testable import Data

extension Pebble: StoredEntity {
    typealias Record = PebbleRecord

    static let kind = RecordKind(singular: "pebble", plural: "pebbles")

    /// An empty library of pebbles, in memory.
    static func library() -> StoredLibrary {
        StoredLibrary(MemoryRecordStore(), schema: LibrarySchema([Pebble.self]))
    }
}

struct PebbleRecord: EntityRecord {
    private var id: Pebble.ID?
    private var name = ""
    private var grams: Int?
    private var hardness: Double?
    private var isRound = false
    private var found: Day?
    private var color = ""
    private var places: [String] = []

    init() {}

    init(_ pebble: Pebble) {
        id = pebble.id
        name.set(pebble.draft[.name])
        grams.set(pebble.draft[.grams])
        hardness.set(pebble.draft[.hardness])
        isRound.set(pebble.draft[.isRound])
        found.set(pebble.draft[.found])
        color.set(pebble.draft[.color])
        places.set(pebble.draft[.places])
    }

    mutating func members<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.required("id", &id)
        try visitor.required("name", &name)
        try visitor.required("grams", &grams)
        try visitor.optional("hardness", &hardness)
        try visitor.optional("isRound", &isRound)
        try visitor.optional("found", &found)
        try visitor.optional("color", &color)
        try visitor.optional("places", &places)
    }

    func entity() throws(RecordError) -> Pebble {
        var draft = PebbleDraft()
        draft[.name] = name.fieldValue
        draft[.grams] = grams.fieldValue
        draft[.hardness] = hardness.fieldValue
        draft[.isRound] = isRound.fieldValue
        draft[.found] = found.fieldValue
        draft[.color] = color.fieldValue
        draft[.places] = places.fieldValue
        do {
            return try Pebble(id: id ?? Pebble.ID(bits: 0), draft: draft)
        } catch {
            throw RecordError(member: "name", reason: .missing)
        }
    }
}
