/// A rule between an entity and others of its library, stated with the entity: see `LibraryEntity.rules`.
///
/// A unit of work checks the rules before it commits, no matter which code made the change. It checks only what was
/// changed, so an entity that was stored before the rule existed doesn't block changes of others. A rule reads what it
/// needs from the unit, by identifier or by key; a rule that read all entities would let the units of a cluster conflict
/// with every writer.
public struct Rule<Entity: LibraryEntity>: Sendable {
    private let checkChanges: @Sendable ([EntityChange<Entity>], UnitOfWork) async throws(LibraryError) -> Void
    private let checkRemoval: @Sendable ([any LibraryEntity], UnitOfWork) async throws(LibraryError) -> Void

    /// A rule that `check` throws for if the changed entities break it.
    public init(
        _ check: @escaping @Sendable ([EntityChange<Entity>], UnitOfWork) async throws(LibraryError) -> Void
    ) {
        (checkChanges, checkRemoval) = (check, { _, _ in })
    }

    private init<Target: LibraryEntity>(
        _ check: @escaping @Sendable ([EntityChange<Entity>], UnitOfWork) async throws(LibraryError) -> Void,
        removing: @escaping @Sendable ([Target], UnitOfWork) async throws(LibraryError) -> Void
    ) {
        checkChanges = check
        checkRemoval = { removed, unit throws(LibraryError) in
            let targets = removed.compactMap { $0 as? Target }
            if !targets.isEmpty { try await removing(targets, unit) }
        }
    }

    /// Checks what a unit of work changed among the entities of this type. Throws the error of the rule.
    public func check(_ changes: [EntityChange<Entity>], in unit: UnitOfWork) async throws(LibraryError) {
        try await checkChanges(changes, unit)
    }

    /// Checks what a unit of work removed, of any type, and removes what the rule takes along. Throws the error of the
    /// rule.
    public func check(removed: [any LibraryEntity], in unit: UnitOfWork) async throws(LibraryError) {
        try await checkRemoval(removed, unit)
    }
}

/// What a unit of work did to one entity: before is nil for a new one, after for a removed one.
public struct EntityChange<Entity: LibraryEntity>: Sendable {
    public let before: Entity?
    public let after: Entity?

    public init(before: Entity?, after: Entity?) {
        (self.before, self.after) = (before, after)
    }
}

extension Repositories {
    /// Throws what the unit of work will throw before it commits, if `entity` is saved in place of `before`.
    func check<Entity: LibraryEntity>(_ entity: Entity, replacing before: Entity?) async throws(LibraryError) {
        for rule in Entity.rules { try await rule.check([EntityChange(before: before, after: entity)], in: self) }
    }
}

extension Rule {
    /// No two entities have the same `key`, which is one of their lookup keys; nil is no key. It is checked where it
    /// changed. `error` is thrown for an entity whose key `other` has.
    public static func unique(
        _ key: @escaping @Sendable (Entity) -> Entity.LookupKey?,
        else error:
            @escaping @Sendable (_ entity: Entity, _ other: Entity, UnitOfWork) async throws(LibraryError) ->
            LibraryError
    ) -> Rule {
        Rule { changes, unit throws(LibraryError) in
            let changed = changes.compactMap { change -> (entity: Entity, key: Entity.LookupKey)? in
                guard let entity = change.after, let new = key(entity), new != change.before.flatMap(key) else {
                    return nil
                }
                return (entity, new)
            }
            if changed.isEmpty { return }
            let found = try await unit.repository(of: Entity.self).matching(anyOf: changed.map(\.key))
            let owners = Dictionary(grouping: found, by: key)
            for (entity, key) in changed {
                if let other = owners[key]?.first(where: { $0.id != entity.id }) {
                    throw try await error(entity, other, unit)
                }
            }
        }
    }

    /// What an entity refers to exists; nil is no reference. It is checked where the reference changed; `missing` is
    /// thrown for an identifier that no entity has.
    ///
    /// When its target is removed, `onRemoval` is called with those that refer to it, ordered by identifier. It throws if
    /// the removal is forbidden. Otherwise they are removed, too.
    public static func refers<Target: LibraryEntity>(
        to target: @escaping @Sendable (Entity) -> Target.ID?,
        missing: @escaping @Sendable (Target.ID) -> LibraryError,
        onRemoval: @escaping @Sendable (Target, _ referring: [Entity], UnitOfWork) async throws(LibraryError) -> Void
    ) -> Rule {
        Rule { changes, unit throws(LibraryError) in
            var known: Set<Target.ID> = []
            for change in changes {
                guard let id = change.after.flatMap(target), id != change.before.flatMap(target),
                    known.insert(id).inserted
                else { continue }
                if try await unit.repository(of: Target.self).find(id) == nil { throw missing(id) }
            }
        } removing: { (removed: [Target], unit) throws(LibraryError) in
            let gone = Set(removed.map(\.id))
            // The only read of all entities of a type: they need no key for this. In a cluster a removal conflicts with
            // each change of this type.
            let all = try await unit.repository(of: Entity.self).all()
            let referring = Dictionary(grouping: all.filter { target($0).map(gone.contains) == true }, by: target)
            for entity in removed {
                guard let referring = referring[entity.id] else { continue }
                try await onRemoval(entity, referring, unit)
                try await unit.repository(of: Entity.self).delete(referring.map(\.id))
            }
        }
    }
}
