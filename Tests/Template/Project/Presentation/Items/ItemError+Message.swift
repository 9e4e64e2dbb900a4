public import Domain

extension ItemError {
    /// What went wrong, for people.
    public var message: String {
        switch self {
        case .missing(let field): "an item needs \(field.words.help)"
        case .noSuchItem(let name): "there is no item \"\(name)\""
        case .ambiguous(let name, let items): "\"\(name)\" names \(items.count) items"
        case .changedMeanwhile(let fields):
            "others have changed \(fields.map(\.words.label).joined(separator: ", ")), too; saving again replaces that"
        }
    }
}
