/// What a query looks for among the entities of one type, so that a store can leave out most of the others.
public enum EntitySearch: Sendable {
    case all(of: any LibraryEntity.Type)
    /// Each of these folded words occurs in a text of the entity, or in its identifier.
    case words([String], in: any LibraryEntity.Type, folding: TextFolding)
    /// This is the folded text of the entity's member of that name.
    case text(String, member: String, of: any LibraryEntity.Type)
    case identifier(String, of: any LibraryEntity.Type)

    /// A search for the words of the text.
    public static func words(of text: String, in type: any LibraryEntity.Type, folding: TextFolding) -> EntitySearch {
        let words = folding(text).split(whereSeparator: \.isWhitespace).map(String.init)
        return words.isEmpty ? .all(of: type) : .words(words, in: type, folding: folding)
    }
}
