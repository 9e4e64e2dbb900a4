public import Domain

/// The contents of a form for a book.
public typealias BookForm = DraftForm<BookDraft>

extension DraftForm<BookDraft> {
    public init(_ draft: BookDraft = BookDraft()) { self.init(draft, isNew: draft.added == nil) }
}
