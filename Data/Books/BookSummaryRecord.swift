import Domain
import Storage

/// Summaries are read from the records of books.
extension BookSummary: StoredEntity {
    typealias Record = BookSummaryRecord

    static let kind = Book.kind
}

struct BookSummaryRecord: EntityRecord {
    private var book = BookRecord()
    private var notes = Skipped<String>()
    private var details = Skipped<BookDetails>()

    init() {}

    init(_ summary: BookSummary) { book = BookRecord(BookListing(summary)) }

    mutating func members<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try book.summaryMembers(&visitor)
        try visitor.optional("notes", &notes)
        try visitor.optional("details", &details)
    }

    func entity() throws(RecordError) -> BookSummary { BookSummary(try book.entity()) }

    func tidyEntity() throws(RecordError) -> BookSummary { BookSummary(try book.tidyEntity()) }
}

/// A value that isn't needed. It is checked all the same, except where a checksum vouches for it.
private struct Skipped<Value: MemberValue>: MemberValue, Sendable {
    init() {}

    init(from scanner: inout JSONScanner) throws(MemberError) { _ = try Value(tidyIn: &scanner) }

    init(tidyIn scanner: inout JSONScanner) throws(MemberError) {
        try read { () throws(JSONError) in try scanner.skipUnchecked() }
    }

    func write(to writer: inout JSONWriter) {}

    var isAbsent: Bool { true }
}
