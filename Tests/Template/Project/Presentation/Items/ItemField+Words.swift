public import Domain

extension ItemField: DescribedField {
    public var words: FieldWords {
        switch self {
        case .sampleName: FieldWords(label: "Sample name", help: "the sample name")
        case .sampleText: FieldWords(label: "Sample text", help: "the sample text")
        case .sampleNote: FieldWords(label: "Sample note", help: "the sample note")
        case .sampleNumber: FieldWords(label: "Sample number", help: "the sample number, a whole number")
        case .sampleCount: FieldWords(label: "Sample count", help: "the sample count, a whole number")
        case .sampleAmount: FieldWords(label: "Sample amount", help: "the sample amount, a number")
        case .sampleWeight: FieldWords(label: "Sample weight", help: "the sample weight, a number")
        case .sampleFlag: FieldWords(label: "Sample flag", help: "the sample flag, yes or no")
        case .sampleDay: FieldWords(label: "Sample day", help: "the sample day")
        case .sampleDate: FieldWords(label: "Sample date", help: "the sample date")
        case .sampleChoice: FieldWords(label: "Sample choice", help: "the sample choice")
        case .sampleOption: FieldWords(label: "Sample option", help: "the sample option")
        case .sampleTags: FieldWords(label: "Sample tags", help: "the sample tags")
        case .sampleLink: FieldWords(label: "Sample link", help: "the sample link, by name or identifier")
        case .sampleTie: FieldWords(label: "Sample tie", help: "the sample tie, by name or identifier")
        }
    }
}
