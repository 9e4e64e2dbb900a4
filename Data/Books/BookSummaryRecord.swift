import Domain

/// Summaries are read from the records of books.
extension BookSummary: StoredEntity {
    typealias Record = BookSummaryRecord

    static let kind = Book.kind
}

struct BookSummaryRecord: EntityRecord {
    private var book = BookRecord()

    init() { book.isSummary = true }

    init(_ summary: BookSummary) { book = BookRecord(BookListing(summary)) }

    mutating func members<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try book.members(&visitor)
    }

    func entity() throws(RecordError) -> BookSummary { BookSummary(try book.entity()) }

    func tidyEntity() throws(RecordError) -> BookSummary { BookSummary(try book.tidyEntity()) }
}
