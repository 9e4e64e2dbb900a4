/// Where a search has found a word in a book.
public struct BookHit: Hashable, Sendable {
    public let field: BookField
    /// That of the detail, or else of the field.
    public let name: String
    /// In one line, from a few words before the one that was found to some after it.
    public let text: String
}

extension BookField {
    /// The fields in which words can be looked for, those of texts: there are other conditions for the others.
    public static let searchable = allCases.filter { $0.initial.searchedTexts != nil }
}

extension BookFieldValue {
    /// The texts, those of details by their names; nil for a kind that isn't searched for words.
    fileprivate var searchedTexts: [(name: String?, texts: [String])]? {
        switch self {
        case .text, .longText, .isbn: [(nil, [text])]
        case .requiredNames(let names), .names(let names): [(nil, names)]
        case .namedTexts(let details): details.all.map { ("\($0.name)", [$0.text]) }
        case .sources(let sources): [(nil, sources.all.map(\.id))]
        case .choice, .stars, .number, .flag, .day: nil
        }
    }
}

extension BookListing {
    /// What a search for words looks at: the folded texts of these fields; without any, of title, authors and shelves.
    func searchedText(_ folding: TextFolding, in fields: [BookField]) -> String {
        let texts = fields.flatMap { draft[$0].searchedTexts ?? [] }.flatMap(\.texts)
        return folding((fields.isEmpty ? [draft.title] + draft.authors + draft.shelves : texts).joined(separator: "\n"))
    }

    /// Where the words occur, in the order of the fields.
    func hits(of words: [SearchWord], in fields: [BookField], _ folding: TextFolding) -> [BookHit] {
        fields.flatMap { field in
            (draft[field].searchedTexts ?? []).compactMap { name, texts in
                let found = texts.compactMap { words.excerpt(of: $0, folding) }.joined(separator: "; ")
                return found.isEmpty ? nil : BookHit(field: field, name: name ?? field.rawValue, text: found)
            }
        }
    }
}

extension [SearchWord] {
    /// Whether all of them occur in the text, which must be folded.
    func occur(in text: String) -> Bool { allSatisfy { $0.occurs(in: text) } }

    /// The text around the first place where one of the words occurs; nil without one.
    fileprivate func excerpt(of text: String, _ folding: TextFolding) -> String? {
        let parts = text.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let hit = parts.firstIndex(where: { part in contains { $0.occurs(in: folding(part)) } }) else {
            return nil
        }
        let (before, after) = (hit > 4 ? "…" : "", hit + 13 < parts.count ? "…" : "")
        return before + parts[Swift.max(0, hit - 4)...].prefix(17).joined(separator: " ") + after
    }
}
