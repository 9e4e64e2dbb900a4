extension ImportedBook {
    /// Takes over the values of a later row about this book. The later of two values replaces the earlier one, which is
    /// kept as a detail; an absent value changes nothing. The shelves of both are combined and sorted.
    mutating func merge(_ later: ImportedBook, folding: TextFolding) {
        var merge = Merge(self, keepsReplaced: true)
        merge.takeTitle(of: later)
        merge.takeOthers(of: later, folding: folding)
        merge.take("notes", \.notes, later.draft.notes) { $0 }
        merge.book.draft.shelves.sort()
        merge.book.hasStatus = hasStatus || later.hasStatus
        merge.book.hasFavorite = hasFavorite || later.hasFavorite
        self = merge.book
    }
}

extension BookDraft {
    /// Takes over the values of a newer list: each replaces the old one, and an absent value changes nothing. Shelves
    /// are only added. Notes that contain the old ones replace them; others are appended once. Returns the names of the
    /// changed fields.
    mutating func update(with newer: ImportedBook, takesTitle: Bool, folding: TextFolding) -> [String] {
        var merge = Merge(ImportedBook(self), keepsReplaced: false)
        if takesTitle { merge.takeTitle(of: newer) }
        merge.takeOthers(of: newer, folding: folding)
        if let notes = newer.draft.notes, self.notes?.contains(notes) != true {
            let old = self.notes.flatMap { notes.contains($0) ? nil : $0 + "\n\n" } ?? ""
            merge.take("notes", \.notes, old + notes) { $0 }
        }
        self = merge.book.draft
        return merge.changed
    }
}

/// Copies the fields of one description of a book into another.
private struct Merge {
    var book: ImportedBook
    private(set) var changed: [String] = []
    private let keepsReplaced: Bool

    init(_ book: ImportedBook, keepsReplaced: Bool) {
        self.book = book
        self.keepsReplaced = keepsReplaced
    }

    mutating func takeTitle(of other: ImportedBook) {
        take("title", \.title, other.draft.title, wasAbsent: book.draft.title.isEmpty) { $0 }
        take("authors", \.authors, other.draft.authors, wasAbsent: book.draft.authors.isEmpty) {
            $0.joined(separator: "; ")
        }
    }

    /// Takes over all fields but title, authors and notes.
    mutating func takeOthers(of other: ImportedBook, folding: TextFolding) {
        let draft = other.draft
        take("isbn", \.isbn, draft.isbn) { "\($0)" }
        if other.hasStatus { take("status", \.status, draft.status, wasAbsent: !book.hasStatus) { $0.rawValue } }
        take("rating", \.rating, draft.rating) { "\($0.stars)" }
        if other.hasFavorite {
            take("favorite", \.isFavorite, draft.isFavorite, wasAbsent: !book.hasFavorite) { "\($0)" }
        }
        let shelves = book.draft.shelves
        for shelf in draft.shelves { book.draft.addShelf(shelf, folding: folding) }
        if book.draft.shelves != shelves { changed.append("shelves") }
        take("added", \.added, draft.added) { "\($0)" }
        take("started", \.started, draft.started) { "\($0)" }
        take("finished", \.finished, draft.finished) { "\($0)" }
        for detail in draft.details.all {
            let old = book.draft.details[detail.name]
            guard old != detail.text else { continue }
            book.draft.details[detail.name] = detail.text
            changed.append("\(detail.name)")
            if let old { keep(old, as: "\(detail.name)") }
        }
    }

    mutating func take<Value: Equatable>(
        _ field: String, _ path: WritableKeyPath<BookDraft, Value?>, _ value: Value?, text: (Value) -> String
    ) {
        guard let value, value != book.draft[keyPath: path] else { return }
        if let old = book.draft[keyPath: path] { keep(text(old), as: field) }
        book.draft[keyPath: path] = value
        changed.append(field)
    }

    private mutating func take<Value: Equatable>(
        _ field: String, _ path: WritableKeyPath<BookDraft, Value>, _ value: Value, wasAbsent: Bool,
        text: (Value) -> String
    ) {
        guard value != book.draft[keyPath: path] else { return }
        if !wasAbsent { keep(text(book.draft[keyPath: path]), as: field) }
        book.draft[keyPath: path] = value
        changed.append(field)
    }

    private mutating func keep(_ text: String, as field: String) {
        guard keepsReplaced, let name = DetailName(field: field, "earlier") else { return }
        book.draft.details.add(text, named: name)
    }
}
