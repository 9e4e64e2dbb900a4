public import Domain
public import Observation
import Synchronization

/// The form for adding or editing an entity.
@MainActor
@Observable
public final class EntityEditorViewModel<Entity: FieldedEntity>: Acting where Entity.Draft.Field: DescribedField {
    public var form: EntityForm<Entity.Draft>
    /// The entity as last saved; nil while it is new.
    public private(set) var entity: Entity?
    public private(set) var isSaving = false
    public var actionError: LibraryError?

    /// The entity as others have changed it, if that includes fields that were changed here: saving again replaces those.
    private var theirs: Entity.Draft?
    /// The entity as the library had it when it was last read here, which tells what others have changed since.
    private var known: Entity.Draft
    /// The form as last saved. Only the fields that differ from it are saved.
    private var original: EntityForm<Entity.Draft>
    private let context: UseCaseContext
    private let add: Add
    private let edit: Edit

    /// The use cases that add an entity, and change the one of an identifier.
    public typealias Add = @Sendable (Entity.Draft) async throws(LibraryError) -> Entity
    public typealias Edit =
        @Sendable (
            Entity.ID, @escaping @Sendable (inout Entity.Draft) throws(LibraryError) -> Void
        ) async throws(LibraryError) -> Entity

    /// The form for `entity`, or for a new one.
    public init(_ entity: Entity? = nil, context: UseCaseContext, add: @escaping Add, edit: @escaping Edit) {
        let form = EntityForm(entity?.draft ?? Entity.Draft())
        self.form = form
        original = form
        known = form.draft
        self.entity = entity
        self.context = context
        self.add = add
        self.edit = edit
    }

    public var isChanged: Bool { form != original }

    /// Whether the form describes a valid entity and is not being saved.
    public var canSave: Bool { problem == nil && !isSaving }

    /// Why the form can't be saved, for people: the first field that is missing or can't be read, or the first rule of
    /// the entity that is broken. Nil if it can.
    public var problem: String? { problem(of: form) }

    private func problem(of form: EntityForm<Entity.Draft>) -> String? {
        let problems = form.problems
        if let field = Entity.Draft.Field.allCases.first(where: { problems[$0] != nil }) { return problems[field] }
        do {
            // For a new one, any identifier: rules of an entity are about its fields.
            _ = try Entity(id: entity?.id ?? Entity.ID(bits: 0), draft: form.draft)
            return nil
        } catch {
            return error.message
        }
    }

    /// Whether others have changed the same fields, so that nothing was saved.
    public var hasConflict: Bool { theirs != nil }

    /// What others have made of a field, if saving again replaces it.
    public func theirs(in field: Entity.Draft.Field) -> EntityValue? {
        theirs.flatMap { form.conflicts(since: original, known: known, in: $0).contains(field) ? $0[field] : nil }
    }

    /// Sets the value that a text describes.
    public func type(_ text: String, into field: Entity.Draft.Field) {
        form.type(text, into: field, today: context.today(), folding: context.folding)
    }

    /// Adds the entity, or saves the fields that were changed here; changes by others to other fields stay.
    ///
    /// If others have changed the same fields, nothing is saved at first, and `theirs` has what they entered. Saving again
    /// replaces it, unless they have changed it once more.
    ///
    /// Saves the form as it is now, or as it was `earlier`, when the user asked for it.
    ///
    /// Returns the entity as saved; nil if the form has a problem, another saving is under way, or nothing was saved. The
    /// form stays as it is.
    public func save(_ earlier: EntityForm<Entity.Draft>? = nil) async -> Entity? {
        let submitted = earlier ?? form
        guard problem(of: submitted) == nil, !isSaving else { return nil }
        isSaving = true
        defer { isSaving = false }
        let unseen = Mutex<Entity.Draft?>(nil)
        let saved = await attempt { [add, edit, original, known, theirs, id = entity?.id] () throws(LibraryError) in
            guard let id else { return try await add(submitted.draft) }
            return try await edit(id) { draft throws(LibraryError) in
                let current = draft
                let hasUnseen = submitted.conflicts(since: original, known: known, in: current)
                    .contains { theirs?[$0] != current[$0] }
                unseen.withLock { $0 = hasUnseen ? current : nil }
                if !hasUnseen { submitted.repeatChanges(since: original, in: &draft) }
            }
        }
        guard let saved else { return nil }
        theirs = unseen.withLock { $0 }
        if hasConflict { return nil }
        for field in Entity.Draft.Field.allCases
        where entity == nil || submitted.draft[field] != original.draft[field] {
            known[field] = saved.draft[field]
        }
        entity = saved
        original = submitted
        return saved
    }
}
