/// The fields of an item as they were entered, perhaps incomplete.
public struct ItemDraft: EntityDraft {
    public var sampleName: String?
    public var sampleText: String?
    public var sampleNote: String?
    public var sampleNumber: Int?
    public var sampleCount: Int?
    public var sampleAmount: Double?
    public var sampleWeight: Double?
    public var sampleFlag: Bool?
    public var sampleMark: Bool?
    public var sampleDay: Day?
    public var sampleDate: Day?
    public var sampleChoice: ItemSampleChoice?
    public var sampleOption: ItemSampleOption?
    public var sampleTags: [String] = []

    public init() {}

    public subscript(field: ItemField) -> FieldValue {
        get {
            switch field {
            case .sampleName: .text(sampleName)
            case .sampleText: .text(sampleText)
            case .sampleNote: .text(sampleNote)
            case .sampleNumber: .integer(sampleNumber)
            case .sampleCount: .integer(sampleCount)
            case .sampleAmount: .decimal(sampleAmount)
            case .sampleWeight: .decimal(sampleWeight)
            case .sampleFlag: .flag(sampleFlag)
            case .sampleMark: .flag(sampleMark)
            case .sampleDay: .day(sampleDay)
            case .sampleDate: .day(sampleDate)
            case .sampleChoice: .choice(sampleChoice?.rawValue, of: ItemSampleChoice.allCases.map(\.rawValue))
            case .sampleOption: .choice(sampleOption?.rawValue, of: ItemSampleOption.allCases.map(\.rawValue))
            case .sampleTags: .names(sampleTags)
            }
        }
        set {
            switch (field, newValue) {
            case (.sampleName, .text(let value)): sampleName = value
            case (.sampleText, .text(let value)): sampleText = value
            case (.sampleNote, .text(let value)): sampleNote = value
            case (.sampleNumber, .integer(let value)): sampleNumber = value
            case (.sampleCount, .integer(let value)): sampleCount = value
            case (.sampleAmount, .decimal(let value)): sampleAmount = value
            case (.sampleWeight, .decimal(let value)): sampleWeight = value
            case (.sampleFlag, .flag(let value)): sampleFlag = value
            case (.sampleMark, .flag(let value)): sampleMark = value
            case (.sampleDay, .day(let value)): sampleDay = value
            case (.sampleDate, .day(let value)): sampleDate = value
            case (.sampleChoice, .choice(let value, _)): sampleChoice = value.flatMap { .init(rawValue: $0) }
            case (.sampleOption, .choice(let value, _)): sampleOption = value.flatMap { .init(rawValue: $0) }
            case (.sampleTags, .names(let value)): sampleTags = value
            default: preconditionFailure("\(field) can't be \(newValue)")
            }
        }
    }
}
