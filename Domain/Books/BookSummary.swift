/// A book without its notes, details and sources, which are most of a large library: reading summaries takes half the time. A
/// summary is not a `Book`, so that nothing can save it.
public struct BookSummary: LibraryEntity {
    public let id: Identifier<BookSummary>
    let fields: BookFields

    public init(_ book: Book) {
        id = Identifier(bits: book.id.bits)
        fields = book.fields.summary
    }
}

extension BookField {
    /// Whether a `BookSummary` has it.
    public var isInSummaries: Bool { ![.notes, .details, .sources].contains(self) }
}
