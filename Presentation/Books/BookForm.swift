public import Domain

/// The contents of a form for a book, valid or not.
public struct BookForm: Hashable, Sendable {
    /// Its ISBN is ignored in favour of `isbn`, because it can't hold an invalid one.
    public var draft: BookDraft
    /// The ISBN as it was typed; empty for none.
    public var isbn: String

    public init(_ draft: BookDraft = BookDraft()) {
        self.draft = draft
        isbn = draft.isbn.map { "\($0)" } ?? ""
    }

    /// The fields that can be invalid, in the order of the form.
    public enum Field: CaseIterable, Hashable, Sendable {
        case title
        case authors
        case isbn
    }

    public enum Problem: Hashable, Sendable {
        /// A book can't be without this.
        case missing
        case notAnISBN(ISBNError)
    }

    /// The fields that don't describe a valid book, and why.
    public var problems: [Field: Problem] {
        var problems: [Field: Problem] = [:]
        if draft.title.tidied.isEmpty { problems[.title] = .missing }
        if draft.authors.allSatisfy(\.tidied.isEmpty) { problems[.authors] = .missing }
        do {
            _ = try readISBN()
        } catch {
            problems[.isbn] = .notAnISBN(error)
        }
        return problems
    }

    /// Writes the fields that differ from `original` into `target`. Shelves and details are added and removed one by
    /// one, so that those that others have added stay.
    func writeChanges(since original: BookForm, to target: inout BookDraft) {
        func write<Value: Equatable>(_ field: WritableKeyPath<BookDraft, Value>) {
            if draft[keyPath: field] != original.draft[keyPath: field] {
                target[keyPath: field] = draft[keyPath: field]
            }
        }
        write(\.title)
        write(\.authors)
        write(\.status)
        write(\.rating)
        write(\.isFavorite)
        write(\.added)
        write(\.started)
        write(\.finished)
        write(\.notes)
        // A form without problems has a valid ISBN or none.
        if isbn != original.isbn { target.isbn = try? readISBN() }
        let (shelves, before) = (Set(draft.shelves), Set(original.draft.shelves))
        target.shelves.removeAll { before.contains($0) && !shelves.contains($0) }
        target.shelves += draft.shelves.filter { !before.contains($0) }
        if draft.shelves != original.draft.shelves {
            // In their new order, around the others.
            var inOrder = draft.shelves.filter(target.shelves.contains).makeIterator()
            target.shelves = target.shelves.map { shelves.contains($0) ? inOrder.next() ?? $0 : $0 }
        }
        for name in (original.draft.details.all + draft.details.all).map(\.name) {
            let text = draft.details[name]
            if text != original.draft.details[name] { target.details[name] = text }
        }
    }

    private func readISBN() throws(ISBNError) -> ISBN? {
        isbn.tidied.isEmpty ? nil : try ISBN(isbn.tidied)
    }
}
