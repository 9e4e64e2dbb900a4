import Domain
public import Presentation
public import TestSupport

extension PebbleField: DescribedField {
    public var words: FieldWords { FieldWords(label: rawValue.uppercased(), help: "its \(rawValue)") }
}

extension EntityForm<PebbleDraft> {
    mutating func type(_ text: String, into field: PebbleField) {
        type(text, into: field, today: today, folding: folding)
    }
}
