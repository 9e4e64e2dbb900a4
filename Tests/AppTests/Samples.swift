import Domain

/// A book with that number as its identifier.
func book(
    _ number: UInt64, _ title: String, by authors: String..., added: Day, _ fill: (inout BookDraft) -> Void = { _ in }
) throws -> Book {
    try Book(id: Book.ID(bits: number), draft: BookDraft(title: title, authors: authors, fill), added: added)
}
