extension ItemField {
    /// What each takes.
    public var kind: FieldKind {
        switch self {
        case .sampleName: FieldKind(.line)
        case .sampleText: FieldKind(.line)
        case .sampleNote: FieldKind(.line)
        case .sampleNumber: .anyNumber
        case .sampleCount: .anyNumber
        case .sampleAmount: FieldKind(.decimal)
        case .sampleWeight: FieldKind(.decimal)
        case .sampleFlag: FieldKind(.flag)
        case .sampleDay: FieldKind(.day)
        case .sampleDate: FieldKind(.day)
        case .sampleChoice: ItemSampleChoice.kind
        case .sampleOption: ItemSampleOption.kind
        case .sampleTags: FieldKind(.names)
        case .sampleLink: .reference(to: SampleTarget.self)
        case .sampleTie: .reference(to: SampleTarget.self)
        }
    }
}
