extension ReferencedEntity {
    /// The entity that a person means by `name`: the one of that identifier, or else the only one whose identifier begins
    /// with it (four characters or more), of that name, or whose name has all its words. Case and accents don't matter.
    /// Throws `missing`, `ambiguous`, and `LibraryError.store`.
    public static func named(
        _ name: String, in repositories: some Repositories, folding: TextFolding
    ) async throws(LibraryError) -> Self {
        let repository = repositories.repository(of: Self.self)
        if let id = ID(name), let entity = try await repository.find(id) { return entity }
        let found = try await repository.all().matching(name, folding: folding)
        guard let entity = found.first else { throw missing(name) }
        guard found.count == 1 else { throw ambiguous(name, found) }
        return entity
    }

    public static func identifier(
        named name: String, in repositories: some Repositories, folding: TextFolding
    ) async throws(LibraryError) -> String {
        "\(try await named(name, in: repositories, folding: folding).id)"
    }
}

extension Array where Element: FieldedEntity {
    fileprivate func matching(_ reference: String, folding: TextFolding) -> [Element] {
        let prefix = reference.lowercased()
        if prefix.utf8.count >= 4 {
            let found = filter { "\($0.id)".hasPrefix(prefix) }
            if !found.isEmpty { return found }
        }
        let name = folding(reference.tidied)
        let same = filter { folding($0.displayName) == name }
        if !same.isEmpty { return same }
        let words = name.split(separator: " ")
        return words.isEmpty
            ? []
            : filter { entity in
                let name = folding(entity.displayName)
                return words.allSatisfy { name.contains($0) }
            }
    }
}
