/// An item. Every required field has a value, and its texts are tidy.
public struct Item: FieldedEntity {
    public let id: Identifier<Item>
    public let sampleName: String
    public let sampleText: String
    public let sampleNote: String?
    public let sampleNumber: Int
    public let sampleCount: Int?
    public let sampleAmount: Double
    public let sampleWeight: Double?
    public let sampleFlag: Bool
    public let sampleDay: Day
    public let sampleDate: Day?
    public let sampleChoice: ItemSampleChoice
    public let sampleOption: ItemSampleOption?
    public let sampleTags: [String]
    public let sampleLink: SampleTarget.ID
    public let sampleTie: SampleTarget.ID?

    /// What every change keeps.
    public static let rules: [Rule<Item>] = references

    /// Throws `ItemError.missing` for a required field without a value.
    public init(id: Identifier<Item>, draft: ItemDraft) throws(LibraryError) {
        let draft = draft.tidied()
        self.id = id
        sampleName = try Self.required(draft.sampleName, .sampleName)
        sampleText = try Self.required(draft.sampleText, .sampleText)
        sampleNote = draft.sampleNote
        sampleNumber = try Self.required(draft.sampleNumber, .sampleNumber)
        sampleCount = draft.sampleCount
        sampleAmount = try Self.required(draft.sampleAmount, .sampleAmount)
        sampleWeight = draft.sampleWeight
        sampleFlag = draft.sampleFlag
        sampleDay = try Self.required(draft.sampleDay, .sampleDay)
        sampleDate = draft.sampleDate
        sampleChoice = try Self.required(draft.sampleChoice, .sampleChoice)
        sampleOption = draft.sampleOption
        sampleTags = draft.sampleTags
        sampleLink = try Self.required(draft.sampleLink, .sampleLink)
        sampleTie = draft.sampleTie
    }

    public var draft: ItemDraft {
        var draft = ItemDraft()
        draft.sampleName = sampleName
        draft.sampleText = sampleText
        draft.sampleNote = sampleNote
        draft.sampleNumber = sampleNumber
        draft.sampleCount = sampleCount
        draft.sampleAmount = sampleAmount
        draft.sampleWeight = sampleWeight
        draft.sampleFlag = sampleFlag
        draft.sampleDay = sampleDay
        draft.sampleDate = sampleDate
        draft.sampleChoice = sampleChoice
        draft.sampleOption = sampleOption
        draft.sampleTags = sampleTags
        draft.sampleLink = sampleLink
        draft.sampleTie = sampleTie
        return draft
    }

    private static func required<Value>(_ given: Value?, _ field: ItemField) throws(LibraryError) -> Value {
        guard let given else { throw .item(.missing(field)) }
        return given
    }
}
