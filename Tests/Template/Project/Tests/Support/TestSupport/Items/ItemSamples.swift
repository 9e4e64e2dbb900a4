public import Domain

extension ItemField: ExampleField {
    /// All but those that refer to items: the examples would be more than the tests know of.
    public static let sampled = allCases.filter { $0.kind.target?.type != Item.self }

    /// Example number `n` of the field's kind, another one in each field. That of the name is number `n` itself.
    public func example(_ n: Int) -> Example {
        let ordinal = self == .sampleName ? 0 : 1 + (Self.allCases.firstIndex(of: self) ?? 0)
        return Example(of: kind, n + 100 * ordinal)
    }
}

/// A draft with example number `n` in each sampled field, and that name or "Sample n".
public func itemDraft(_ n: Int, _ name: String? = nil) -> ItemDraft {
    var draft = ItemDraft()
    for field in ItemField.sampled { draft[field] = field.example(n).value }
    if let name { draft[.sampleName] = .text(name) }
    return draft
}

/// The item of that draft. Its identifier is the number.
public func item(_ n: Int, _ name: String? = nil) throws -> Item {
    try Item(id: Item.ID(bits: UInt64(n)), draft: itemDraft(n, name))
}

/// A draft with a value in each required field only.
public func shortItemDraft(_ n: Int, _ name: String? = nil) -> ItemDraft {
    var short = itemDraft(n, name)
    for field in ItemField.allCases where field.isOptional { short[field] = ItemDraft.initial(field) }
    return short
}
