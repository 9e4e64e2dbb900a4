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
    public var sampleLink: SampleTarget.ID?
    public var sampleTie: SampleTarget.ID?

    public init() {}

    public subscript(listed: ItemField) -> EntityValue {
        get {
            switch listed {
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
            case .sampleLink: .reference(sampleLink.map { "\($0)" }, to: ReferencedType(SampleTarget.self))
            case .sampleTie: .reference(sampleTie.map { "\($0)" }, to: ReferencedType(SampleTarget.self))
            }
        }
        set {
            switch (listed, newValue) {
            case (.sampleName, .text(let given)): sampleName = given
            case (.sampleText, .text(let given)): sampleText = given
            case (.sampleNote, .text(let given)): sampleNote = given
            case (.sampleNumber, .integer(let given)): sampleNumber = given
            case (.sampleCount, .integer(let given)): sampleCount = given
            case (.sampleAmount, .decimal(let given)): sampleAmount = given
            case (.sampleWeight, .decimal(let given)): sampleWeight = given
            case (.sampleFlag, .flag(let given)): sampleFlag = given
            case (.sampleMark, .flag(let given)): sampleMark = given
            case (.sampleDay, .day(let given)): sampleDay = given
            case (.sampleDate, .day(let given)): sampleDate = given
            case (.sampleChoice, .choice(let given, _)): sampleChoice = given.flatMap { .init(rawValue: $0) }
            case (.sampleOption, .choice(let given, _)): sampleOption = given.flatMap { .init(rawValue: $0) }
            case (.sampleTags, .names(let given)): sampleTags = given
            case (.sampleLink, .reference(let given, _)): sampleLink = given.flatMap { .init($0) }
            case (.sampleTie, .reference(let given, _)): sampleTie = given.flatMap { .init($0) }
            default: preconditionFailure("\(listed) can't be \(newValue)")
            }
        }
    }
}
