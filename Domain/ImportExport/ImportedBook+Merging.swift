extension ImportedBook {
    /// Takes over the values of a later row about this book. The later of two values replaces the earlier one, which is
    /// kept as a detail; an absent value changes nothing. The shelves of both are combined and sorted. The sources of the
    /// later row come first, because those of a book tell which row wins when the list is imported again.
    mutating func merge(_ later: ImportedBook, folding: TextFolding) {
        var merge = FieldMerge(self, keepsReplaced: true)
        merge.take(BookField.allCases.filter { $0 != .notes } + [.notes], of: later, folding)
        merge.book.draft.shelves.sort()
        merge.book.draft.sources = BookSources(later.draft.sources.all + draft.sources.all)
        merge.book.assumed.formIntersection(later.assumed)
        merge.book.columns += later.columns
        if later.draft.notes != nil { merge.book.notesInHTML = later.notesInHTML }
        self = merge.book
    }
}

extension BookDraft {
    /// Takes over the values of a newer list: each replaces the old one, and an absent value changes nothing. Shelves
    /// are only added. Notes that contain the old ones replace them; others are appended once. Returns the names of the
    /// changed fields.
    mutating func update(with newer: ImportedBook, takesTitle: Bool, folding: TextFolding) -> [String] {
        let kept: Set<BookField> = takesTitle ? [.notes] : [.notes, .title, .authors]
        var merge = FieldMerge(ImportedBook(self), keepsReplaced: false)
        merge.take(BookField.allCases.filter { !kept.contains($0) }, of: newer, folding)
        merge.drop(newer)
        if let notes = newer.draft.notes {
            // Earlier versions kept the HTML.
            let isInHTML = self.notes != nil && self.notes == newer.notesInHTML
            merge.book.draft.notes = isInHTML ? notes : self.notes?.adding(notes) ?? notes
            if merge.book.draft.notes != self.notes { merge.changed.append(BookField.notes.rawValue) }
        }
        self = merge.book.draft
        return merge.changed
    }
}

/// Copies the fields of one description of a book into another.
private struct FieldMerge {
    var book: ImportedBook
    /// The names of the changed fields and details.
    var changed: [String] = []
    private let keepsReplaced: Bool

    init(_ book: ImportedBook, keepsReplaced: Bool) {
        self.book = book
        self.keepsReplaced = keepsReplaced
    }

    /// A value that a list only assumes is neither taken over nor kept.
    mutating func take(_ fields: [BookField], of other: ImportedBook, _ folding: TextFolding) {
        for field in fields where !other.assumed.contains(field) {
            if field == .details {
                for detail in other.draft.details.all { take(detail) }
                continue
            }
            let old = book.draft[field]
            book.draft[field] = field.kind.merging(other.draft[field], into: old, folding)
            guard book.draft[field] != old else { continue }
            let isOnlyAddedTo = [.names, .identifiers].contains(field.kind.form)
            let isReplaced = !isOnlyAddedTo && !old.text.isEmpty && !book.assumed.contains(field)
            note(field.rawValue, replaced: isReplaced ? old.text : nil)
        }
    }

    /// One by one, so that each replaced detail is kept beside the one that replaces it.
    private mutating func take(_ detail: BookDetail) {
        let old = book.draft.details[detail.name]
        guard old != detail.text, keepsReplaced || !has(detail) else { return }
        book.draft.details[detail.name] = detail.text
        note("\(detail.name)", replaced: old)
    }

    /// Drops what an earlier list had and no field could hold, if the newer one's values all fit: the field is in a column of
    /// that name.
    mutating func drop(_ newer: ImportedBook) {
        for name in newer.columns where newer.draft.details[name] == nil && book.draft.details[name] != nil {
            book.draft.details[name] = nil
            changed.append("\(name)")
        }
    }

    /// Whether the book has the earlier value of a field under another name, such as one that `MergeBooks` gave it.
    private func has(_ detail: BookDetail) -> Bool {
        let parts = "\(detail.name)".split(separator: " (earlier)", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return false }
        if parts[0] == BookField.notes.rawValue, book.draft.notes?.contains(detail.text) == true { return true }
        return book.draft.details.all.contains { $0.text == detail.text && "\($0.name)".hasPrefix(parts[0]) }
    }

    private mutating func note(_ name: String, replaced: String?) {
        changed.append(name)
        guard keepsReplaced, let replaced, let name = DetailName(field: name, "earlier") else { return }
        book.draft.details.add(replaced, named: name)
    }
}
