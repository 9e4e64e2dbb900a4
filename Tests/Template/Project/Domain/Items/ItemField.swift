public enum ItemField: String, EntityField {
    case sampleName
    case sampleText
    case sampleNote
    case sampleNumber
    case sampleCount
    case sampleAmount
    case sampleWeight
    case sampleFlag
    case sampleDay
    case sampleDate
    case sampleChoice
    case sampleOption
    case sampleTags
    case sampleLink
    case sampleTie

    public var isOptional: Bool {
        switch self {
        case .sampleName: false
        case .sampleText: false
        case .sampleNote: true
        case .sampleNumber: false
        case .sampleCount: true
        case .sampleAmount: false
        case .sampleWeight: true
        case .sampleFlag: true
        case .sampleDay: false
        case .sampleDate: true
        case .sampleChoice: false
        case .sampleOption: true
        case .sampleTags: true
        case .sampleLink: false
        case .sampleTie: true
        }
    }
}
