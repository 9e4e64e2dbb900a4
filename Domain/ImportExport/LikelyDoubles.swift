/// Books of a library that may be the same as one that a list describes, although neither identifiers nor ISBNs nor titles
/// say so: their titles are equal but for a series in brackets, a subtitle that only one has, or a leading article; an
/// author is the same; and they don't have two ISBNs.
struct LikelyDoubles {
    private let folding: TextFolding
    private var books: [Key: [Book]] = [:]

    private struct Key: Hashable {
        let title: String
        let author: String
    }

    init(_ books: some Sequence<Book>, _ folding: TextFolding) {
        self.folding = folding
        for book in books {
            for key in keys(of: book) { self.books[key, default: []].append(book) }
        }
    }

    /// A warning for each book of the list that has such a double; each pair of books is named once. `plans` are those of
    /// the whole list; `books` has what they would save.
    func warnings(on plans: [(group: ImportGroup, plan: ImportPlan)]) -> [BookImportReport.Warning] {
        let new = Set(plans.filter { $0.plan.isNew }.compactMap(\.plan.book?.id))
        var named: Set<Set<Book.ID>> = []
        return plans.compactMap { group, plan in
            guard let book = plan.book ?? plan.known,
                let other = others(like: book).filter({ !new.contains($0.id) }).min(by: { $0.id < $1.id }),
                named.insert([book.id, other.id]).inserted
            else { return nil }
            let id = new.contains(book.id) ? nil : book.id
            return .init(line: group.lines[0], warning: .likelyDouble(id, of: other))
        }
    }

    private func others(like book: Book) -> [Book] {
        keys(of: book).flatMap { books[$0] ?? [] }.filter { other in
            let haveISBNs = other.isbn != nil && book.isbn != nil
            let subtitles = Set([book, other].compactMap { parts(of: $0).subtitle })
            return other.id != book.id && !haveISBNs && subtitles.count < 2
        }
    }

    private func keys(of book: Book) -> Set<Key> {
        let title = parts(of: book).title
        return Set(book.authors.map { Key(title: title, author: folding($0)) })
    }

    /// The title without its series, article and subtitle, and that subtitle, folded.
    private func parts(of book: Book) -> (title: String, subtitle: String?) {
        var title = folding(book.title)[...]
        if let series = title.firstRange(of: " ("), series.lowerBound > title.startIndex {
            title = title[..<series.lowerBound]
        }
        let end = [": ", " - "].compactMap { title.firstRange(of: $0) }.min { $0.lowerBound < $1.lowerBound }
        let subtitle = end.map { String(title[$0.upperBound...]) }
        title = title[..<(end?.lowerBound ?? title.endIndex)]
        let article = ["the ", "a ", "an "].first(where: title.hasPrefix) ?? ""
        return (String(title.dropFirst(article.count)), subtitle)
    }
}
