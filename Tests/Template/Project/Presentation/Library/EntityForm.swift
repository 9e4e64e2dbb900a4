public import Domain

/// The contents of a form for an entity, valid or not.
public struct EntityForm<Draft: EntityDraft>: Hashable, Sendable where Draft.Field: DescribedField {
    /// The values that could be read. A field whose text can't be read is empty here.
    public private(set) var draft: Draft
    /// Text that couldn't be read, and why.
    private var unreadable: [Draft.Field: Unreadable] = [:]

    private struct Unreadable: Hashable {
        let text: String
        let problem: String
    }

    public init(_ draft: Draft = Draft()) { self.draft = draft }

    /// The value of a field as a text, or what was typed instead of one.
    public func text(of field: Draft.Field) -> String { unreadable[field]?.text ?? draft[field].text }

    /// Sets the value that a text describes. A blank text empties the field.
    public mutating func type(_ text: String, into field: Draft.Field, today: Day, folding: TextFolding) {
        unreadable[field] = nil
        let empty = draft[field].empty
        draft[field] = empty
        if text.tidied.isEmpty { return }
        do {
            draft[field] = try empty.reading([text], today: today, folding: folding)
        } catch {
            unreadable[field] = Unreadable(text: text, problem: "\(field.words.label) takes \(error.message)")
        }
    }

    /// The fields whose values can't be saved, and why, for people.
    public var problems: [Draft.Field: String] {
        var problems = unreadable.mapValues(\.problem)
        for field in Draft.Field.allCases where !field.isOptional && problems[field] == nil {
            if draft[field].text.isEmpty { problems[field] = "\(field.words.label) is missing" }
        }
        return problems
    }

    /// The fields in which repeating the changes since `original` would replace what others have changed: `known` is what
    /// the library had last, `current` what it has now.
    func conflicts(since original: EntityForm, known: Draft, in current: Draft) -> [Draft.Field] {
        Draft.Field.allCases.filter { field in
            original.draft[field] != draft[field]
                && current[field].conflicts(withChangeFrom: known[field], to: draft[field])
        }
    }

    /// Repeats the changes since `original` in `target`. Names are added and removed one by one, so that those that
    /// others have added stay.
    func repeatChanges(since original: EntityForm, in target: inout Draft) {
        for field in Draft.Field.allCases {
            target[field] = target[field].repeating(changeFrom: original.draft[field], to: draft[field])
        }
    }
}
