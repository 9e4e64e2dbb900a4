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

    init() {}

    init(_ book: Book) { (id, draft) = (book.id, book.draft) }

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
        try visitor.optional("notes", &draft.notes)
        try visitor.optional("details", &draft.details)
        try visitor.optional("sources", &draft.sources)
    }

    func entity() throws(RecordError) -> Book { try book(draft.tidied()) }

    func tidyEntity() throws(RecordError) -> Book { try book(draft) }

    private func book(_ draft: BookDraft) throws(RecordError) -> Book {
        // `id` and `added` are required, so they have been read.
        try mapError(
            { (error: BookError) in RecordError(member: error == .noTitle ? "title" : "authors", reason: .missing) },
            Book(id: id ?? Book.ID(bits: 0), tidy: draft))
    }
}
