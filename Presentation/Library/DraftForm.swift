public import Domain

/// The contents of a form for an entity, valid or not.
public struct DraftForm<Draft: EntityDraft>: Hashable, Sendable where Draft.Field: DescribedField {
    public typealias Field = Draft.Field

    /// The values that could be read. A field whose text can't be read is empty here.
    public var draft: Draft
    /// Text that couldn't be read, and why.
    private var unreadable: [Field: Unreadable] = [:]
    let isNew: Bool
    /// Those that were set for the user, and shown: the user may have changed them.
    private(set) var chosen: Set<Field> = []

    private struct Unreadable: Hashable {
        let text: String
        let problem: String
    }

    /// The form of an entity that the library has or, if it `isNew`, has not.
    public init(_ draft: Draft, isNew: Bool) { (self.draft, self.isNew) = (draft, isNew) }

    /// The value of a field as a text, or what was typed instead of one.
    public func text(of field: Field) -> String { unreadable[field]?.text ?? draft[field].text }

    /// Sets the value that a text, or several names, describe. A blank text empties the field.
    public mutating func type(_ texts: [String], into field: Field, today: Day, folding: TextFolding) {
        unreadable[field] = nil
        let initial = Draft.initial(field)
        draft[field] = initial
        let texts = texts.map { field.kind.form == .lines ? $0.tidiedLines : $0.tidied }.filter { !$0.isEmpty }
        do {
            draft[field] = try field.kind.reading(texts, in: initial, today: today, folding: folding)
        } catch {
            unreadable[field] = Unreadable(text: texts.joined(separator: " "), problem: field.problem(error))
        }
    }

    /// The fields whose values can't be saved, and why, for people.
    public var problems: [Field: String] {
        var problems = unreadable.mapValues(\.problem)
        for field in Field.allCases where problems[field] == nil && !field.isOptional && draft[field].isBlank {
            if !isNew || !field.isFilledIn {
                problems[field] = field.words.missing ?? "\(field.words.label) is missing"
            }
        }
        return problems
    }

    /// Sets a field, and shows at once those that saving would set with it: `follow` sets them in a draft that differs from
    /// `known`, the entity as the library has it. Those that followed the value before are taken back, and what was typed
    /// into them stays.
    mutating func set(
        _ field: Field, to value: FieldValue, of known: Draft, followedBy others: [Field],
        _ follow: (_ draft: inout Draft, _ typed: Set<Field>) -> Void
    ) {
        var before = known
        before[field] = draft[field]
        follow(&before, [])
        draft[field] = value
        for other in others where draft[other] == before[other] { draft[other] = known[other] }
        follow(&draft, Set(unreadable.keys))
        chosen = value == known[field] ? [] : Set(others)
    }

    /// The fields in which repeating the changes since `original` would replace what others have changed: `known` is what
    /// the library had last, `current` what it has now.
    func conflicts(since original: DraftForm, known: Draft, in current: Draft) -> [Field] {
        Field.allCases.filter { field in
            original.draft[field] != draft[field]
                && field.kind.conflicts(withChangeFrom: known[field], to: draft[field], now: current[field])
        }
    }

    /// Repeats the changes since `original` in `target`. Names and named texts are added and removed one by one, so that
    /// those that others have added stay.
    func repeatChanges(since original: DraftForm, in target: inout Draft) {
        for field in Field.allCases {
            target[field] = field.kind.repeating(
                changeFrom: original.draft[field], to: draft[field], in: target[field])
        }
    }
}
