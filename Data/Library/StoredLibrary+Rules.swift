public import Domain

/// An entity that breaks a rule: it was stored before the rule, or changed outside of the program.
public struct BrokenRule: Sendable {
    public let entity: EntityName
    /// The error that a change of it would throw.
    public let error: LibraryError
}

extension StoredLibrary {
    public func brokenRules() async throws(LibraryError) -> [BrokenRule] {
        var broken: [BrokenRule] = []
        for type in schema.types { broken += try await type.brokenRules(in: self) }
        return broken
    }
}

extension StoredEntity {
    /// Checks all entities of the type at once, and looks closer only where a rule is broken.
    fileprivate static func brokenRules(in library: StoredLibrary) async throws(LibraryError) -> [BrokenRule] {
        if rules.isEmpty { return [] }
        let all: [Self] = try await library.repository(of: Self.self).all()
        var broken: [BrokenRule] = []
        var parts = [all[...]]
        while let part = parts.popLast() {
            do {
                let changes = part.map { EntityChange(before: nil, after: $0) }
                for rule in rules { try await rule.check(changes, in: library) }
            } catch .store(let error) {
                throw .store(error)
            } catch {
                guard part.count == 1, let entity = part.first else {
                    let middle = part.startIndex + part.count / 2
                    parts += [part[middle...], part[..<middle]]
                    continue
                }
                broken.append(BrokenRule(entity: entity.described.name, error: error))
            }
        }
        return broken
    }
}
