import Domain

/// What `repair` does with the entities of one type that can still be read in lost lines, and with those that name lost
/// ones. A feature that can write a file for `import` supplies it.
protocol Salvage: Sendable {
    associatedtype Entity: LibraryEntity
    /// The entity as JSON has it.
    associatedtype Row: Described

    static func row(of entity: Entity) -> Row
    /// The entity as messages name it.
    static func name(of entity: Entity) -> String
    /// A file that `import` reads.
    static func file(of rows: [Row]) -> [UInt8]

    /// The name of `incomplete` in JSON.
    static var incompleteName: StaticString { get }
    /// The entities that name others which the library lacks, each with a message.
    static func incomplete(in library: LibrarySnapshot) -> [(id: String, message: String)]
}
