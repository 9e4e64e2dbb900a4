public import Domain

/// The contents of a form for a book.
public typealias BookForm = DraftForm<BookDraft>

extension DraftForm<BookDraft> {
    public init(_ draft: BookDraft = BookDraft()) { self.init(draft, isNew: draft.added == nil) }

    /// Sets the status of a book that the library has as `known`, and shows at once the days that saving sets. A new book
    /// has only the days that are entered.
    public mutating func setStatus(_ status: FieldValue, of known: BookDraft, today: Day) {
        if isNew {
            draft[.status] = status
            return
        }
        set(.status, to: status, of: known, followedBy: BookField.followingStatus) { draft, typed in
            draft.followStatus(since: known, today: today, chosen: typed)
        }
    }
}
