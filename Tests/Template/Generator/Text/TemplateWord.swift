/// A name in the template for which each project has its own.
enum TemplateWord: Hashable {
    case entity, plural
    /// What a field refers to.
    case target
    case field(TemplateField)

    /// Every spelling of a template word, with the word and its form.
    static let spellings: [String: (word: TemplateWord, form: Name.Form)] = {
        var spellings: [String: (word: TemplateWord, form: Name.Form)] = [:]
        let fields = TemplateField.allCases.map { (TemplateWord.field($0), Name($0.rawValue)) }
        for (word, name) in [
            (.entity, Name("Item")), (.plural, Name("Items")), (.target, Name("SampleTarget")),
        ] + fields {
            // Where two forms are spelled alike, the later one counts, that of code.
            for form: Name.Form in [.option, .sentence, .prose, .capital, .identifier] {
                spellings[name.form(form)] = (word, form)
            }
        }
        return spellings
    }()
}

/// A field of the template's entity: one of each type, and the one that people name an entity by.
enum TemplateField: String, CaseIterable {
    case sampleName, sampleText, sampleNote, sampleNumber, sampleCount, sampleAmount, sampleWeight, sampleFlag
    case sampleDay, sampleDate, sampleChoice, sampleOption, sampleTags, sampleLink, sampleTie

    static let byType: [String: TemplateField] = [
        "String": .sampleText, "String?": .sampleNote, "Int": .sampleNumber, "Int?": .sampleCount,
        "Double": .sampleAmount, "Double?": .sampleWeight, "Bool": .sampleFlag,
        "Day": .sampleDay, "Day?": .sampleDate, "[String]": .sampleTags,
    ]
}
