/// A rule between an entity and others of its library, stated with the entity: see `LibraryEntity.rules`.
///
/// A unit of work checks the rules before it commits, no matter which code made the change. It checks only what was
/// changed, so an entity that was stored before the rule existed doesn't block changes of others. A rule reads what it
/// needs from the unit, by identifier or by key; a rule that read all entities would let the units of an optimistic
/// store conflict with every writer.
public struct Rule<Entity: LibraryEntity>: Sendable {
    private let checkOwn: @Sendable ([EntityChange<Entity>], UnitOfWork) async throws(LibraryError) -> Void
    private let checkTargets: @Sendable (any Sendable, UnitOfWork) async throws(LibraryError) -> Void
    /// The type whose changes `checkTargets` looks at.
    private let target: ObjectIdentifier?

    /// A rule that `check` throws for if the changed entities break it.
    public init(
        _ check: @escaping @Sendable ([EntityChange<Entity>], UnitOfWork) async throws(LibraryError) -> Void
    ) {
        (checkOwn, checkTargets, target) = (check, { _, _ in }, nil)
    }

    /// A rule that is also broken by changes of what the entities refer to.
    private init<Target: LibraryEntity>(
        _ check: @escaping @Sendable ([EntityChange<Entity>], UnitOfWork) async throws(LibraryError) -> Void,
        targets: @escaping @Sendable ([EntityChange<Target>], UnitOfWork) async throws(LibraryError) -> Void
    ) {
        checkOwn = check
        target = ObjectIdentifier(Target.self)
        checkTargets = { changes, unit throws(LibraryError) in
            if let changes = changes as? [EntityChange<Target>] { try await targets(changes, unit) }
        }
    }

    /// Checks what a unit of work changed among the entities of this type. Throws the error of the rule.
    public func check(_ changes: [EntityChange<Entity>], in unit: UnitOfWork) async throws(LibraryError) {
        try await checkOwn(changes, unit)
    }

    /// Checks what a unit of work changed among the entities of any type, and removes what the rule takes along. Throws
    /// the error of the rule.
    public func check<Target>(targets: [EntityChange<Target>], in unit: UnitOfWork) async throws(LibraryError) {
        if target == ObjectIdentifier(Target.self) { try await checkTargets(targets, unit) }
    }
}

/// What a unit of work did to one entity: `before` is nil for a new one, `after` for a removed one.
public struct EntityChange<Entity: LibraryEntity>: Sendable {
    public let before: Entity?
    public let after: Entity?

    public init(before: Entity?, after: Entity?) { (self.before, self.after) = (before, after) }
}

extension Repositories {
    /// Throws what the unit of work will throw before it commits, if `entity` is saved in place of `before`.
    func check<Entity: LibraryEntity>(_ entity: Entity, replacing before: Entity?) async throws(LibraryError) {
        for rule in Entity.rules { try await rule.check([EntityChange(before: before, after: entity)], in: self) }
    }
}

extension Rule {
    /// `check` doesn't throw for an entity. What was stored before the rule can be read and listed all the same; a rule in
    /// the initialiser would make it damage.
    public static func always(_ check: @escaping @Sendable (Entity) throws(LibraryError) -> Void) -> Rule {
        Rule { changes, _ throws(LibraryError) in
            for entity in changes.compactMap(\.after) { try check(entity) }
        }
    }

    /// No two entities have the same `key`, one of their lookup keys; an entity whose key is nil has none. Only a key
    /// that changed is checked. `error` is thrown for an entity whose key `other` has.
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
                if let other = owners[key]?.filter({ $0.id != entity.id }).min(by: { $0.id < $1.id }) {
                    throw try await error(entity, other, unit)
                }
            }
        }
    }

    /// What an entity refers to exists; where `target` is nil, it refers to nothing. Only a reference that changed is
    /// checked; `missing` is thrown for an identifier that no entity has.
    ///
    /// When its target is removed, `onRemoval` is called with those that refer to it, ordered by identifier. It throws if
    /// the removal is forbidden. Otherwise they are removed, too. They are found by `keys`, which each that refers to the
    /// target has one of; without keys, all entities are read, which conflicts with each change of them.
    public static func refers<Target: LibraryEntity>(
        to target: @escaping @Sendable (Entity) -> Target.ID?,
        by keys: (@Sendable (Target.ID) -> [Entity.LookupKey])? = nil,
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
        } targets: { (changes: [EntityChange<Target>], unit) throws(LibraryError) in
            let removed = changes.compactMap { $0.after == nil ? $0.before : nil }
            let referring = try await unit.entities(referringTo: removed, by: target, keys)
            for entity in removed {
                guard let referring = referring[entity.id] else { continue }
                try await onRemoval(entity, referring, unit)
                try await unit.repository(of: Entity.self).delete(referring.map(\.id))
            }
        }
    }

    /// `check` doesn't throw for an entity and what it refers to. It is checked where either changed, but a change of the
    /// target only for those that kept the rule until then; `keys` are those of ``refers(to:by:missing:onRemoval:)``.
    public static func holds<Target: LibraryEntity>(
        with target: @escaping @Sendable (Entity) -> Target.ID?,
        by keys: (@Sendable (Target.ID) -> [Entity.LookupKey])? = nil,
        _ check: @escaping @Sendable (Entity, Target) throws(LibraryError) -> Void
    ) -> Rule {
        Rule { changes, unit throws(LibraryError) in
            for entity in changes.compactMap(\.after) {
                guard let id = target(entity) else { continue }
                let found: Target? = try await unit.repository(of: Target.self).find(id)
                if let found { try check(entity, found) }
            }
        } targets: { (changes: [EntityChange<Target>], unit) throws(LibraryError) in
            let changed = changes.compactMap { $0.before == nil ? nil : $0.after }
            let before = Dictionary(changes.compactMap(\.before).map { ($0.id, $0) }) { $1 }
            let referring = try await unit.entities(referringTo: changed, by: target, keys)
            for target in changed {
                for entity in referring[target.id] ?? [] {
                    // What broke the rule before doesn't block other changes of the target.
                    if let before = before[target.id], (try? check(entity, before)) == nil { continue }
                    try check(entity, target)
                }
            }
        }
    }
}

extension Repositories {
    /// The entities that refer to these, by what they refer to, ordered by identifier.
    fileprivate func entities<Entity: LibraryEntity, Target: LibraryEntity>(
        referringTo targets: [Target], by target: (Entity) -> Target.ID?,
        _ keys: (@Sendable (Target.ID) -> [Entity.LookupKey])?
    ) async throws(LibraryError) -> [Target.ID: [Entity]] {
        if targets.isEmpty { return [:] }
        let ids = Set(targets.map(\.id))
        let all = repository(of: Entity.self)
        let likely = if let keys { try await all.matching(anyOf: ids.flatMap(keys)) } else { try await all.all() }
        var found: [Target.ID: [Entity]] = [:]
        for entity in likely.sorted(by: { $0.id < $1.id }) {
            if let id = target(entity), ids.contains(id) { found[id, default: []].append(entity) }
        }
        return found
    }
}
