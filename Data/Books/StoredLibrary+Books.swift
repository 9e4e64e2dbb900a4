public import Domain
import Storage

extension StoredLibrary {
    public func page(_ query: BookQuery, folding: TextFolding) async throws(LibraryError) -> BookPage {
        let words = folding(query.text).split(whereSeparator: \.isWhitespace).map(String.init)
        let candidates: (RecordBatch) -> RecordBatch
        if let title = query.title {
            candidates = RecordMemberFilter(member: BookRecord.title, text: folding(title.tidied)).candidates
        } else if !words.isEmpty {
            candidates = RecordTextFilter(words: words) { folding($0) }.candidates
        } else {
            return query.page(of: try await snapshot(), folding: folding)
        }
        let likely = try await reader.snapshot(of: schema.types, only: candidates, of: Book.kind)
        return query.page(of: likely, folding: folding)
    }
}
