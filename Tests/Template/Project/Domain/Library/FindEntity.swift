extension Collection where Element: FieldedEntity {
    /// Those that `reference` names best: the one of that identifier, or else those whose identifier begins with it (four
    /// characters or more), those of that name, or those whose name has all its words. Case and accents don't matter.
    func named(_ reference: String, folding: TextFolding) -> [Element] {
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
