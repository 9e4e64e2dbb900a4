/// The title by which a list is sorted that leaves out articles: "The Hobbit" comes under H. The detail `title_sort`, as
/// imports bring it, says it for one book, if it has only words of the title. Otherwise the detail `languages` or `language`
/// says whose article goes.
public struct SortTitle: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public init(_ title: String, details: BookDetails = BookDetails()) {
        if let text = details["title_sort"], text.hasOnlyWords(of: title) {
            description = text
        } else {
            let language = (details["languages"] ?? details["language"] ?? "").lowercased().prefix { $0.isLetter }
            let articles = Self.articles.first { $0.names.contains(language) }?.articles ?? Self.unmistakable
            let lowercased = title.lowercased()
            let article = articles.first { lowercased.hasPrefix($0) && lowercased.count > $0.count }
            description = String(title.dropFirst(article?.count ?? 0))
        }
    }

    /// The names of a language in lists, and its articles.
    private static let articles: [(names: Set<Substring>, articles: [String])] = [
        (["en", "eng", "english"], list("the a an")),
        (["de", "deu", "ger", "german", "deutsch"], list("der die das ein eine")),
        (["fr", "fra", "fre", "french", "français"], list("le la les un une des l' l’")),
        (["es", "spa", "spanish", "español"], list("el la lo los las un una unos unas")),
        (["it", "ita", "italian", "italiano"], list("il lo la i gli le un uno una l' l’ un' un’")),
        (["pt", "por", "portuguese", "português"], list("o a os as um uma uns umas")),
        (["nl", "nld", "dut", "dutch", "nederlands"], list("de het een 't ’t")),
        (["sv", "swe", "swedish", "svenska"], list("en ett den det de")),
        (["da", "dan", "danish", "dansk"], list("en et den det de")),
        (["no", "nor", "nob", "norwegian", "norsk"], list("en ei et den det de")),
    ]

    /// For a book whose language is unknown, or has no articles here: those of English, and of others where no English title
    /// begins so.
    private static let unmistakable = list("the a an der das les il het l' l’")

    /// An article ends with a blank or an apostrophe.
    private static func list(_ articles: String) -> [String] {
        articles.split(separator: " ").map { $0.count > 1 && "'’".contains($0.last ?? " ") ? String($0) : "\($0) " }
    }
}

extension Book {
    /// Authors have the surname first: that of the detail `author_sort`, as imports bring it, where that has only words of
    /// their names; or else as `AuthorName` finds it.
    public static func turned(_ field: BookField, of draft: BookDraft) -> String {
        switch field {
        case .title: return "\(SortTitle(draft.title, details: draft.details))"
        case .authors:
            let sorted = (draft.details["author_sort"] ?? "").split(separator: " & ").map { String($0).tidied }
            let isOfThem =
                sorted.count == draft.authors.count && zip(sorted, draft.authors).allSatisfy { $0.hasOnlyWords(of: $1) }
            let names = (isOfThem ? sorted : draft.authors).map { AuthorName($0) }
            return names.map { "\($0.surname)\u{2}\($0.rest)" }.joined(separator: "\u{1}")
        default: return draft[field].sortedText
        }
    }
}

extension BookDetails {
    fileprivate subscript(name: String) -> String? { DetailName(tidy: name).flatMap { self[$0] } }
}

extension String {
    /// If not, the other text was changed since.
    fileprivate func hasOnlyWords(of other: String) -> Bool { words.isSubset(of: other.words) }

    private var words: Set<Substring> { Set(lowercased().split { $0 == " " || $0 == "," }) }
}
