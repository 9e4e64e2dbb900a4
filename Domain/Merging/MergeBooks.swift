/// Makes one book of several, which has everything of each.
public struct MergeBooks: Sendable {
    private let context: UseCaseContext

    public init(_ context: UseCaseContext) { self.context = context }

    /// Merges other books into the one with the identifier `id`: they are deleted, and their loans become its own. It
    /// keeps its values, takes those that it lacks from the others, in their order, and keeps the rest as details or at
    /// the end of its notes. With `dryRun` nothing changes, and the result is the same.
    ///
    /// Returns the merged book, and the names of the details and fields that keep what differed.
    /// Throws `BookError.noSuchBook`, `MergingError.mergedIntoItself` without another book, and `LibraryError.store`.
    /// Throws `MergingError.areLent` if several of the books are lent.
    public func callAsFunction(
        _ others: [Book.ID], into id: Book.ID, dryRun: Bool = false
    ) async throws(LibraryError) -> (book: Book, added: [String]) {
        try await context.library.perform { unit throws(LibraryError) in
            let kept = try await unit.require(id)
            var gone: [Book] = []
            for other in others where other != id { gone.append(try await unit.require(other)) }
            if gone.isEmpty { throw .merging(.mergedIntoItself(kept)) }
            let parts = [kept] + gone
            let loans = try await unit.loans(ofParts: parts, today: context.today())
            var draft = kept.draft
            for part in gone { draft.take(part.draft, context.folding) }
            let book = try Book(id: id, draft: draft)
            if !dryRun {
                try await unit.loans.save(loans.filter { $0.book != id }.map { $0.moved(to: id) })
                try await unit.books.delete(gone.map(\.id))
                try await unit.books.save(book)
            }
            let added = book.details.all.filter { new in parts.allSatisfy { $0.details[new.name] != new.text } }
            return (book, added.map { "\($0.name)" } + (parts.contains { $0.notes == book.notes } ? [] : ["notes"]))
        }
    }
}

extension BookDraft {
    fileprivate mutating func take(_ other: BookDraft, _ folding: TextFolding) {
        for field in BookField.allCases where other[field] != self[field] && other[field] != field.initial {
            let (old, value) = (self[field], other[field])
            switch (old, value) {
            case _ where old == field.initial: self[field] = value
            case (.text(let text), .text(let addition)) where field.kind.form == .lines:
                self[field] = .text(text.adding(addition))
            case (.namedTexts(var texts), .namedTexts(let additions)):
                for addition in additions.all { texts.add(addition.text, named: addition.name) }
                self[field] = .namedTexts(texts)
            // A field that holds only one of them.
            case _
            where field.kind.merging(value, into: old, folding) == value
                && field.kind.merging(old, into: value, folding) == old:
                if let name = DetailName(field: field.rawValue, "merged") { details.add(value.text, named: name) }
            default: self[field] = field.kind.merging(value, into: old, folding)
            }
        }
    }
}
