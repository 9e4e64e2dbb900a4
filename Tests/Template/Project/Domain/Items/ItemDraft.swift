/// The fields of an item as they were entered, perhaps incomplete.
public struct ItemDraft: EntityDraft {
    public var sampleName: String?
    public var sampleText: String?
    public var sampleNote: String?
    public var sampleNumber: Int?
    public var sampleCount: Int?
    public var sampleAmount: Double?
    public var sampleWeight: Double?
    public var sampleFlag = false
    public var sampleDay: Day?
    public var sampleDate: Day?
    public var sampleChoice: ItemSampleChoice?
    public var sampleOption: ItemSampleOption?
    public var sampleTags: [String] = []
    public var sampleLink: SampleTarget.ID?
    public var sampleTie: SampleTarget.ID?

    public init() {}

    public subscript(listed: ItemField) -> FieldValue {
        get {
            switch listed {
            case .sampleName: sampleName.fieldValue
            case .sampleText: sampleText.fieldValue
            case .sampleNote: sampleNote.fieldValue
            case .sampleNumber: sampleNumber.fieldValue
            case .sampleCount: sampleCount.fieldValue
            case .sampleAmount: sampleAmount.fieldValue
            case .sampleWeight: sampleWeight.fieldValue
            case .sampleFlag: sampleFlag.fieldValue
            case .sampleDay: sampleDay.fieldValue
            case .sampleDate: sampleDate.fieldValue
            case .sampleChoice: sampleChoice.fieldValue
            case .sampleOption: sampleOption.fieldValue
            case .sampleTags: sampleTags.fieldValue
            case .sampleLink: sampleLink.fieldValue
            case .sampleTie: sampleTie.fieldValue
            }
        }
        set {
            switch listed {
            case .sampleName: sampleName.set(newValue)
            case .sampleText: sampleText.set(newValue)
            case .sampleNote: sampleNote.set(newValue)
            case .sampleNumber: sampleNumber.set(newValue)
            case .sampleCount: sampleCount.set(newValue)
            case .sampleAmount: sampleAmount.set(newValue)
            case .sampleWeight: sampleWeight.set(newValue)
            case .sampleFlag: sampleFlag.set(newValue)
            case .sampleDay: sampleDay.set(newValue)
            case .sampleDate: sampleDate.set(newValue)
            case .sampleChoice: sampleChoice.set(newValue)
            case .sampleOption: sampleOption.set(newValue)
            case .sampleTags: sampleTags.set(newValue)
            case .sampleLink: sampleLink.set(newValue)
            case .sampleTie: sampleTie.set(newValue)
            }
        }
    }
}
