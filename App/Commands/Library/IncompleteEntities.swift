import Domain

/// Entities that name others which the library lacks, as `repair` reports them. A feature that has such lists them.
struct IncompleteEntities: Sendable {
    /// The name in JSON.
    let name: StaticString
    /// Each with a message.
    let find: @Sendable (LibrarySnapshot) -> [(id: String, message: String)]
}
