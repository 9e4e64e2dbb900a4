public import Domain

extension EditorViewModel<Book> {
    /// Fills in title and authors, where they are empty, from the catalogue; nothing without a valid ISBN. Returns
    /// false if it fails.
    public func lookUp(_ lookUp: LookUpBook) async -> Bool {
        let draft = await attempt { [form, id = entity?.id] () throws(LibraryError) in
            try await lookUp(form.draft, of: id)
        }
        guard let draft else { return false }
        // What was typed meanwhile stays.
        if form.draft.title.tidied.isEmpty { form.draft.title = draft.title }
        if form.draft.authors.allSatisfy(\.tidied.isEmpty) { form.draft.authors = draft.authors }
        return true
    }
}
