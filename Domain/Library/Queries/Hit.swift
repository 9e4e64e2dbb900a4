/// Where a search has found a word.
public struct Hit<Entity: FieldedEntity>: Hashable, Sendable {
    public let field: ListField<Entity>
    /// That of a named text, or else of the field.
    public let name: String
    /// In one line, from a few words before the one that was found to some after it.
    public let text: String
}

extension EntityDraft {
    /// Passes on the searched texts of a field, named ones with their names. An array of them would take longer to make
    /// than most texts to search.
    func eachText(of field: Field, _ take: (_ text: String, _ name: TextName?) -> Void) {
        switch self[field] {
        case .text(let text): take(text, nil)
        // Without their sources.
        case .names(let names) where field.kind.form == .identifiers:
            for name in names {
                take(String(name[(name.firstIndex(of: ":").map(name.index(after:)) ?? name.startIndex)...]), nil)
            }
        case .names(let names): for name in names { take(name, nil) }
        case .namedTexts(let texts): for text in texts.all { take(text.text, text.name) }
        case .none, .number, .decimal, .flag, .day, .reference: break
        }
    }

    /// What a search for words looks at: the texts of these fields, each on a line of its own.
    func text(of fields: [Field]) -> String {
        var text = ""
        for field in fields {
            eachText(of: field) { part, _ in
                if !text.isEmpty { text += "\n" }
                text += part
            }
        }
        return text
    }
}

/// A search for words in chosen fields, which says where it has found them.
@usableFromInline final class HitSearch<Entity: FieldedEntity>: Hashable, Sendable {
    private let words: [SearchWord]
    private let fields: [Entity.Draft.Field]
    private let derivedFields: [Entity.Derived.Field]
    private let folding: TextFolding

    init(
        _ words: [SearchWord], in fields: [Entity.Draft.Field], and derivedFields: [Entity.Derived.Field],
        _ folding: TextFolding
    ) {
        (self.words, self.fields, self.derivedFields, self.folding) = (words, fields, derivedFields, folding)
    }

    /// Where the words occur, in the order of the fields.
    @usableFromInline func hits(in row: Row<Entity>) -> [Hit<Entity>] {
        var hits: [Hit<Entity>] = []
        for field in fields {
            row.draft.eachText(of: field) { text, name in
                guard let found = words.excerpt(of: text, folding) else { return }
                let name = name.map { "\($0)" } ?? field.rawValue
                if let last = hits.last, last.field == .own(field), last.name == name {
                    hits[hits.count - 1] = Hit(field: .own(field), name: name, text: "\(last.text); \(found)")
                } else {
                    hits.append(Hit(field: .own(field), name: name, text: found))
                }
            }
        }
        for field in derivedFields {
            if let text = row.derived?[field].text, let found = words.excerpt(of: text, folding) {
                hits.append(Hit(field: .derived(field), name: field.rawValue, text: found))
            }
        }
        return hits
    }

    @usableFromInline static func == (left: HitSearch, right: HitSearch) -> Bool {
        left === right
            || (left.words, left.fields, left.derivedFields) == (right.words, right.fields, right.derivedFields)
    }

    @usableFromInline func hash(into hasher: inout Hasher) { hasher.combine(words) }
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
