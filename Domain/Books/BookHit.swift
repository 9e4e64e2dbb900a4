/// Where a search has found a word in a book.
public struct BookHit: Hashable, Sendable {
    public let field: BookField
    /// That of the detail, or else of the field.
    public let name: String
    /// In one line, from a few words before the one that was found to some after it.
    public let text: String
}

extension BookField {
    /// The fields in which words can be looked for.
    public static let searchable = allCases.filter { $0.kind.isSearched }
}

extension BookDraft {
    /// Passes on the searched texts, those of details with their names. An array of them would take longer to make than
    /// most texts to search.
    fileprivate func eachText(of field: BookField, _ take: (_ text: String, _ name: DetailName?) -> Void) {
        if field == .sources { return sources.all.forEach { take($0.id, nil) } }
        switch self[field] {
        case .text(let text): take(text, nil)
        case .names(let names): for name in names { take(name, nil) }
        case .namedTexts(let texts): for text in texts.all { take(text.text, text.name) }
        case .none, .number, .decimal, .flag, .day, .reference: break
        }
    }
}

extension BookListing {
    /// What a search for words looks at: the folded texts of these fields; without any, of title, authors and shelves.
    func searchedText(_ folding: TextFolding, in chosen: [BookField]) -> String {
        var text = ""
        eachSearchedText(in: chosen) {
            if !text.isEmpty { text += "\n" }
            text += $0
        }
        return folding(text)
    }

    /// Passes on the texts of these fields; without any, of title, authors and shelves.
    func eachSearchedText(in chosen: [BookField], _ take: (String) -> Void) {
        if chosen.isEmpty {
            take(fields.draft.title)
            for name in fields.draft.authors { take(name) }
            for name in fields.draft.shelves { take(name) }
        }
        for field in chosen { fields.draft.eachText(of: field) { text, _ in take(text) } }
    }
}

/// A search for words in chosen fields, which says where it has found them in a book.
final class FieldSearch: Hashable, Sendable {
    private let words: [SearchWord]
    private let fields: [BookField]
    private let looksForHolders: Bool
    private let folding: TextFolding

    init(_ words: [SearchWord], in fields: [BookField], alsoHolders: Bool, _ folding: TextFolding) {
        (self.words, self.fields, self.looksForHolders, self.folding) = (words, fields, alsoHolders, folding)
    }

    /// Whether one of the words occurs in the name of somebody who has a book.
    func finds(holder name: String) -> Bool { looksForHolders && words.excerpt(of: name, folding) != nil }

    /// Where the words occur, in the order of the fields.
    func hits(in draft: BookDraft) -> [BookHit] {
        var hits: [BookHit] = []
        for field in fields {
            draft.eachText(of: field) { text, name in
                guard let found = words.excerpt(of: text, folding) else { return }
                let name = name.map { "\($0)" } ?? field.rawValue
                if let last = hits.last, last.field == field, last.name == name {
                    hits[hits.count - 1] = BookHit(field: field, name: name, text: "\(last.text); \(found)")
                } else {
                    hits.append(BookHit(field: field, name: name, text: found))
                }
            }
        }
        return hits
    }

    static func == (left: FieldSearch, right: FieldSearch) -> Bool {
        left === right
            || (left.words, left.fields, left.looksForHolders) == (right.words, right.fields, right.looksForHolders)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(words) }
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
