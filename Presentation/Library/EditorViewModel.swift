public import Domain
public import Observation
import Synchronization

/// The form for adding or editing an entity.
@MainActor
@Observable
public final class EditorViewModel<Entity: FieldedEntity>: Acting where Entity.Draft.Field: DescribedField {
    public var form: DraftForm<Entity.Draft>
    /// The entity as last saved; nil while it is new.
    public private(set) var entity: Entity?
    public private(set) var isSaving = false
    public var actionError: LibraryError?

    /// The entity as others have changed it, if that includes fields that were changed here: saving again replaces those.
    public private(set) var theirs: Entity.Draft?

    /// The entity as the library had it when it was last read here, which tells what others have changed since.
    public private(set) var known: Entity.Draft
    /// The form as last saved. Only the fields that differ from it are saved.
    private var original: DraftForm<Entity.Draft>
    private let context: UseCaseContext

    /// The form for `entity`, or for a new one. `names` are what people call the entities that it refers to.
    public init(_ entity: Entity? = nil, names: [String: String] = [:], context: UseCaseContext) {
        let draft = entity?.draft ?? Entity.Draft()
        let form = DraftForm(draft, isNew: entity == nil, names: names)
        (self.form, original) = (form, form)
        known = draft
        self.entity = entity
        self.context = context
    }

    public var isChanged: Bool { form != original }

    /// Whether the form describes a valid entity and is not being saved.
    public var canSave: Bool { form.problems.isEmpty && !isSaving }

    /// Whether saving failed because others have removed the entity.
    public var isGone: Bool { entity.map { actionError == Entity.missing("\($0.id)") } ?? false }

    /// Adds the entity of the form, as a new one, where others have removed it. Returns it; nil on failure.
    public func addAgain() async -> Entity? {
        entity = nil
        return await save()
    }

    /// Adds the entity, or saves the fields that were changed here; changes by others to other fields stay. Once `save`
    /// has returned an added entity, saving again changes that one.
    ///
    /// If others have changed the same fields, nothing is saved at first: `actionError` is the entity's `changedMeanwhile`,
    /// and `theirs` has what they entered. Saving again replaces it, unless they have changed it once more.
    ///
    /// Saves the form as it is now, or as it was `earlier`, when the user asked for it.
    ///
    /// Returns the entity as saved; nil if the form is not valid, another saving is under way, or saving fails. The form
    /// stays as it is.
    public func save(_ earlier: DraftForm<Entity.Draft>? = nil) async -> Entity? {
        let typed = earlier ?? form
        guard typed.problems.isEmpty, !isSaving else { return nil }
        isSaving = true
        defer { isSaving = false }
        let resolved = await attempt { [context] () throws(LibraryError) in try await typed.resolved(in: context) }
        guard let submitted = resolved else { return nil }
        if form == typed { form = submitted }
        let unseen = Mutex<Entity.Draft?>(nil)
        let saved = await attempt { [context, original, known, theirs, id = entity?.id] () throws(LibraryError) in
            guard let id else { return try await AddEntity<Entity>(context)(submitted.draft) }
            return try await EditEntity<Entity>(context)(id, chosen: submitted.chosen) { draft throws(LibraryError) in
                let current = draft
                let fields = submitted.conflicts(since: original, known: known, in: current)
                    .filter { theirs?[$0] != current[$0] }
                unseen.withLock { $0 = fields.isEmpty ? nil : current }
                guard fields.isEmpty else { throw Entity.changedMeanwhile(current, fields) }
                submitted.repeatChanges(since: original, in: &draft)
            }
        }
        if let unseen = unseen.withLock(\.self) { theirs = unseen }
        guard let saved else { return nil }
        for field in Entity.Draft.Field.allCases
        where entity == nil || submitted.draft[field] != original.draft[field] {
            known[field] = saved.draft[field]
        }
        theirs = nil
        entity = saved
        original = submitted
        return saved
    }
}
