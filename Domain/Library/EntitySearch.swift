/// What a query looks for among the entities of one type, so that a store can leave out most of the others.
public struct EntitySearch: Sendable {
    public enum Condition: Sendable {
        /// Each of these folded words occurs in a text of the entity.
        case words([String])
        /// This is the folded text of the entity's member of that name.
        case text(String, member: String)
    }

    public let type: any LibraryEntity.Type
    public let condition: Condition
    public let folding: TextFolding

    public init(_ type: any LibraryEntity.Type, _ condition: Condition, folding: TextFolding) {
        self.type = type
        self.condition = condition
        self.folding = folding
    }
}
