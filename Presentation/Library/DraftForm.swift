public import Domain

/// The contents of a form for an entity, valid or not.
public struct DraftForm<Draft: EntityDraft>: Hashable, Sendable where Draft.Field: DescribedField {
    public typealias Field = Draft.Field

    /// The values that could be read. A field whose text can't be read is empty here.
    public var draft: Draft
    /// Text that couldn't be read, and why.
    private var unreadable: [Field: Unreadable] = [:]
    /// What people call the entities that fields refer to. Where nothing is in the draft, only the library knows whom it means.
    private var names: [Field: String] = [:]
    let isNew: Bool
    /// Those that were set for the user, and shown: the user may have changed them.
    private(set) var chosen: Set<Field> = []

    private struct Unreadable: Hashable {
        let text: String
        let problem: String
    }

    /// The form of an entity that the library has or, if it `isNew`, has not. `names` are what people call the entities that
    /// it refers to, by identifier.
    public init(_ draft: Draft, isNew: Bool, names: [String: String] = [:]) {
        (self.draft, self.isNew) = (draft, isNew)
        for field in Field.allCases where field.kind.target != nil { self.names[field] = names[draft[field].text] }
    }

    /// The value of a field as a text, or what was typed instead of one. What a field refers to is named.
    public func text(of field: Field) -> String { unreadable[field]?.text ?? names[field] ?? draft[field].text }

    /// Sets the value that a text, or several names, describe. A blank text empties the field.
    public mutating func type(_ texts: [String], into field: Field, today: Day, folding: TextFolding) {
        unreadable[field] = nil
        let initial = Draft.initial(field)
        draft[field] = initial
        let texts = texts.map { field.kind.form == .lines ? $0.tidiedLines : $0.tidied }.filter { !$0.isEmpty }
        names[field] = field.kind.target == nil ? nil : texts.last
        if names[field] != nil { return }
        do {
            draft[field] = try field.kind.reading(texts, in: initial, today: today, folding: folding)
        } catch {
            unreadable[field] = Unreadable(text: texts.joined(separator: " "), problem: field.problem(error))
        }
    }

    /// The fields whose values can't be saved, and why, for people.
    public var problems: [Field: String] {
        var problems = unreadable.mapValues(\.problem)
        for field in Field.allCases
        where problems[field] == nil && names[field] == nil && !field.isOptional && draft[field].isBlank {
            if !isNew || !field.isFilledIn {
                problems[field] = field.words.missing ?? "\(field.words.label) is missing"
            }
        }
        return problems
    }

    /// Sets a field, and shows at once those that saving would set with it, by `FieldedEntity.follow`: `known` is the entity as
    /// the library has it. Those that followed the value before are taken back, and what was typed into them stays. A new
    /// entity has only what is entered. Returns the fields that may have been set.
    @discardableResult
    public mutating func set<Entity: FieldedEntity>(
        _ field: Field, to value: FieldValue, of known: Draft, today: Day, _ type: Entity.Type
    ) -> [Field] where Entity.Draft == Draft {
        let followers = isNew ? [] : Entity.followers(of: field)
        var before = known
        before[field] = draft[field]
        Entity.follow(&before, since: known, chosen: [field], today: today)
        draft[field] = value
        for other in followers where draft[other] == before[other] { draft[other] = known[other] }
        var after = draft
        Entity.follow(&after, since: known, chosen: Set(unreadable.keys).union([field]), today: today)
        for other in followers { draft[other] = after[other] }
        chosen.subtract(followers)
        if value != known[field] { chosen.formUnion(followers) }
        return followers
    }

    /// The form with the identifiers of the entities that its names mean. Throws the error of an entity that there isn't, or of
    /// a name that several have.
    func resolved(in context: UseCaseContext) async throws(LibraryError) -> DraftForm {
        var form = self
        for (field, name) in names where draft[field] == .none {
            guard let target = field.kind.target else { continue }
            form.draft[field] = try await target.type.reference(
                named: name, in: context.library, folding: context.folding)
        }
        return form
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
