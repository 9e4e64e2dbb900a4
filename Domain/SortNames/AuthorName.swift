/// The name of an author, turned round for lists that are sorted by surname. No rule knows every name, so one with a comma
/// counts as turned round already. The page "Surnames" has a table of cases.
public struct AuthorName: Hashable, Sendable, CustomStringConvertible {
    /// What the name is sorted by, with the particles that belong to it.
    public let surname: String
    /// Given names, other particles and suffixes; empty for a name that has no other order.
    public let rest: String
    public var description: String { rest.isEmpty ? surname : "\(surname), \(rest)" }

    public init(_ name: String) {
        // Bytes are split and compared many times faster than characters.
        let parts = name.utf8.split(separator: UInt8(ascii: ","), maxSplits: 1).map { String(Substring($0)).tidied }
        let words = parts.flatMap { $0.utf8.split { " ,".utf8.contains($0) }.map { String(Substring($0)) } }
        // In Chinese, Japanese and Korean script the surname is first.
        let isFarEastern = !name.isASCII && name.unicodeScalars.contains { (0x2E80...0xD7FF).contains($0.value) }
        if parts.count == 2, !Self.isSuffix(parts[1]) {
            (surname, rest) = (parts[0], parts[1])
        } else if words.isEmpty || isFarEastern || words.contains(where: Self.isOfGroup) {
            (surname, rest) = (name, "")
        } else {
            let end = 1 + (words.lastIndex { !Self.isSuffix($0) } ?? 0)
            var start = end - 1
            while start > 0, Self.isParticle(words[start - 1], isFirst: start == 1) { start -= 1 }
            if start > 1, words[start - 1] == "y" { start -= 2 }
            surname = words[start..<end].joined(separator: " ")
            rest = (words[..<start] + words[end...]).joined(separator: " ")
        }
    }

    /// "Jr.", "Ph.D." or "III".
    public static func isSuffix(_ word: String) -> Bool {
        suffixes.contains(word.lowercased()) || word.utf8.count > 1 && word.utf8.allSatisfy("IVX".utf8.contains)
    }

    /// Whether a name with that word isn't a person's: "Ministry", "of".
    public static func isOfGroup(_ word: String) -> Bool { groups.contains(word.lowercased()) }

    /// In lower case, only French articles belong to a surname; at the beginning, only articles: "Le Corbusier", but "Ben
    /// Jonson".
    private static func isParticle(_ word: String, isFirst: Bool) -> Bool {
        let lowercased = word.lowercased()
        guard particles.contains(lowercased) else { return false }
        if isFirst { return ["Le", "La", "Les", "Du", "Des", "El"].contains(word) }
        return lowercased != word || ["du", "des"].contains(word)
    }

    private static let suffixes: Set = ["jr", "jr.", "sr", "sr.", "phd", "ph.d", "ph.d.", "md", "m.d.", "esq", "esq."]
    private static let particles = Set(
        """
        af al av ben bin da das de del della den der des di do dos du el ibn la las le les lo los mac mc saint san santa st. \
        te ten ter van vom von zu zum zur
        """.split(separator: " ").map(String.init))

    /// Words of names that aren't a person's, and of "Pliny the Elder".
    private static let groups = Set(
        """
        & and of the for association authors books committee company council department editors foundation gmbh group inc. \
        institute ltd. magazine ministry museum nations office organisation organization press publishers publishing society university
        """.split(separator: " ").map(String.init))
}
