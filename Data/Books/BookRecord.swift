import Domain
import Storage

extension Book: StoredEntity {
    typealias Record = BookRecord

    static let kind = RecordKind(singular: "book", plural: "books")

    static func stored(_ key: LookupKey) -> StoredKey {
        switch key {
        case .isbn(let isbn): StoredKey("isbn", isbn, index: "isbn")
        }
    }
}

struct BookRecord: EntityRecord {
    var id: Book.ID?
    var draft = BookDraft()
    /// Whether it is read for a `BookSummary`.
    var isSummary = false

    init() {}

    init(_ book: Book) { self.init(BookListing(book: book)) }

    init(_ listing: BookListing) {
        id = listing.id
        draft = listing.draft
    }

    mutating func members<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.required("id", &id)
        try visitor.required("title", &draft.title)
        try visitor.required("authors", &draft.authors)
        try visitor.optional("isbn", &draft.isbn)
        try visitor.required("status", &draft.status)
        try visitor.optional("rating", &draft.rating)
        try visitor.optional("favorite", &draft.isFavorite)
        try visitor.optional("shelves", &draft.shelves)
        try visitor.required("added", &draft.added)
        try visitor.optional("started", &draft.started)
        try visitor.optional("finished", &draft.finished)
        try visitor.optional("notes", &draft.notes, isSkipped: isSummary)
        try visitor.optional("details", &draft.details, isSkipped: isSummary)
        try visitor.optional("sources", &draft.sources, isSkipped: isSummary)
    }

    func entity() throws(RecordError) -> Book { try book(isTidy: false) }

    func tidyEntity() throws(RecordError) -> Book { try book(isTidy: true) }

    private func book(isTidy: Bool) throws(RecordError) -> Book {
        // `id` and `added` are required, so they have been read.
        try mapError(
            { (error: BookError) in RecordError(member: error == .noTitle ? "title" : "authors", reason: .missing) },
            Book(
                id: id ?? Book.ID(bits: 0), draft: draft, added: draft.added ?? Day(daysSince1970: 0), isTidy: isTidy))
    }
}
