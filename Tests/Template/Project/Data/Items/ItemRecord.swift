import Domain
import Storage

extension Item: StoredEntity {
    typealias Record = ItemRecord

    static let kind = RecordKind(singular: "item", plural: "items")
}

struct ItemRecord: EntityRecord {
    private var id: Item.ID?
    private var draft = ItemDraft()

    init() {}

    init(_ item: Item) {
        id = item.id
        draft = item.draft
    }

    mutating func members<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.required("id", &id)
        try visitor.required("sampleName", &draft.sampleName)
        try visitor.required("sampleText", &draft.sampleText)
        try visitor.optional("sampleNote", &draft.sampleNote)
        try visitor.required("sampleNumber", &draft.sampleNumber)
        try visitor.optional("sampleCount", &draft.sampleCount)
        try visitor.required("sampleAmount", &draft.sampleAmount)
        try visitor.optional("sampleWeight", &draft.sampleWeight)
        try visitor.optional("sampleFlag", &draft.sampleFlag)
        try visitor.required("sampleDay", &draft.sampleDay)
        try visitor.optional("sampleDate", &draft.sampleDate)
        try visitor.required("sampleChoice", &draft.sampleChoice)
        try visitor.optional("sampleOption", &draft.sampleOption)
        try visitor.optional("sampleTags", &draft.sampleTags)
        try visitor.required("sampleLink", &draft.sampleLink)
        try visitor.optional("sampleTie", &draft.sampleTie)
    }

    func entity() throws(RecordError) -> Item {
        do {
            // `id` is required, so it has been read.
            return try Item(id: id ?? Item.ID(bits: 0), draft: draft)
        } catch .item(.missing(let field)) {
            throw RecordError(member: field.rawValue, reason: .missing)
        } catch {
            throw RecordError(member: "record", reason: .brokenRule("\(error)"))
        }
    }
}

extension ItemSampleChoice: TextValue {}
extension ItemSampleOption: TextValue {}
