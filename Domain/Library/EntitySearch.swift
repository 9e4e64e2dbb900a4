/// What a query looks for among the entities of one type, so that a store can leave out most of the others.
public struct EntitySearch: Sendable {
    public enum Condition: Sendable {
        /// Each of these folded words occurs in a text of the entity, or in its identifier. Without words, each does.
        case words([String])
        /// This is the folded text of the entity's member of that name.
        case text(String, member: String)
        /// The entity has this identifier.
        case identifier(String)
    }

    public let type: any LibraryEntity.Type
    public let condition: Condition
    public let folding: TextFolding

    public init(_ type: any LibraryEntity.Type, _ condition: Condition, folding: TextFolding) {
        self.type = type
        self.condition = condition
        self.folding = folding
    }

    /// A search for the words of the text.
    public init(_ type: any LibraryEntity.Type, wordsOf text: String, folding: TextFolding) {
        self.init(type, .words(folding(text).split(whereSeparator: \.isWhitespace).map(String.init)), folding: folding)
    }
}
