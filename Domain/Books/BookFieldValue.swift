/// The value of a field. Its case is the kind of the field, which says how a value is read from a text, written, bounded
/// and merged.
public enum BookFieldValue: Hashable, Sendable {
    /// One line.
    case text(String?)
    case longText(String?)
    /// At least one name, once something is entered.
    case requiredNames([String])
    case names([String])
    case choice(String, of: [String])
    case stars(Rating?)
    case number(Int?, in: ClosedRange<Int>)
    case flag(Bool)
    case day(Day?)
    case isbn(ISBN?)
    case namedTexts(BookDetails)
    /// Can't be entered, only removed.
    case sources(BookSources)

    /// The value as one text; empty for none.
    public var text: String {
        switch self {
        case .text(let text), .longText(let text): text ?? ""
        case .requiredNames(let names), .names(let names): names.joined(separator: "; ")
        case .choice(let text, _): text
        case .stars(let rating): rating.map { "\($0.stars)" } ?? ""
        case .number(let number, _): number.map { "\($0)" } ?? ""
        case .flag(let flag): "\(flag)"
        case .day(let day): day?.description ?? ""
        case .isbn(let isbn): isbn?.description ?? ""
        case .namedTexts(let details): details.all.map { "\($0.name)=\($0.text)" }.joined(separator: "; ")
        case .sources(let sources): sources.all.map(\.description).joined(separator: "; ")
        }
    }

    /// Whether it is empty or blank.
    public var isBlank: Bool {
        if case .requiredNames(let names) = self { names.allSatisfy(\.isBlank) } else { text.isBlank }
    }

    /// Whether it has several values, which are added and removed one by one.
    public var isList: Bool {
        switch self {
        case .requiredNames, .names, .namedTexts, .sources: true
        default: false
        }
    }

    /// The value once these texts were entered: the last of them, or all where there can be several. For a flag, any text
    /// means that it is set. Throws `LibraryError.value`, `BookError.notAnISBN` and the errors of `BookDetail.init`.
    public func reading(_ texts: [String], today: Day, folding: TextFolding) throws(LibraryError) -> BookFieldValue {
        // Required names can't be removed first, so new ones replace them.
        var value = if case .requiredNames = self, !texts.isEmpty { BookFieldValue.requiredNames([]) } else { self }
        for text in texts { value = try value.reading(text, today, folding) }
        return value
    }

    private func reading(_ text: String, _ today: Day, _ folding: TextFolding) throws(LibraryError) -> BookFieldValue {
        switch self {
        case .text: return .text(text)
        case .longText: return .longText(text)
        case .requiredNames(let names): return .requiredNames(names + [text])
        case .names(let names): return .names(names.adding(try Self.name(text), folding))
        case .choice(_, let words):
            guard words.contains(text.lowercased()) else { throw .value(.notOneOf(words)) }
            return .choice(text.lowercased(), of: words)
        case .stars: return .stars(Rating(try Self.number(text, in: Rating.allowedStars)))
        case .number(_, let allowed): return .number(try Self.number(text, in: allowed), in: allowed)
        case .flag: return .flag(true)
        case .day: return .day(try ChosenDay(text).day(ifToday: today))
        case .isbn: return .isbn(try mapError({ LibraryError.book(.notAnISBN($0)) }, ISBN(entered: text)))
        case .namedTexts(var details):
            let detail = try BookDetail(text)
            details[detail.name] = detail.text
            return .namedTexts(details)
        case .sources: return self
        }
    }

    private static func name(_ text: String) throws(LibraryError) -> String {
        if text.isBlank { throw .value(.blank) }
        return text.tidied
    }

    private static func number(_ text: String, in allowed: ClosedRange<Int>) throws(LibraryError) -> Int {
        guard !text.hasPrefix("+"), let number = Int(text), allowed.contains(number) else {
            throw .value(.notInRange(allowed))
        }
        return number
    }

    /// Removes the entry of that name, or the sources of that program, ignoring case and accents. Throws `ValueError.blank` and `BookError.notADetailName`
    /// for what can't be one.
    public func removing(_ name: String, folding: TextFolding) throws(LibraryError) -> BookFieldValue {
        switch self {
        case .names(let names):
            let removed = folding(try Self.name(name))
            return .names(names.filter { folding($0) != removed })
        case .namedTexts(var details):
            guard let name = DetailName(name) else { throw .book(.notADetailName) }
            details[name] = nil
            return .namedTexts(details)
        case .sources(let sources): return .sources(sources.removing(program: try Self.name(name)))
        default: return self
        }
    }

    /// This value after the change from one value to another. Names and named texts are added and removed one by one, so
    /// that those that others have added stay.
    public func repeating(changeFrom before: BookFieldValue, to after: BookFieldValue) -> BookFieldValue {
        switch (self, before, after) {
        case _ where before == after: return self
        case (.names(let names), .names(let before), .names(let after)):
            let kept = names.filter { !before.contains($0) || after.contains($0) }
            let names = kept + after.filter { !before.contains($0) }
            // In their new order, around the others.
            var inOrder = after.filter(names.contains).makeIterator()
            return .names(names.map { after.contains($0) ? inOrder.next() ?? $0 : $0 })
        case (.namedTexts(var details), .namedTexts(let before), .namedTexts(let after)):
            for name in (before.all + after.all).map(\.name) where before[name] != after[name] {
                details[name] = after[name]
            }
            return .namedTexts(details)
        default: return after
        }
    }

    /// Whether repeating that change would replace what others have made of the value since. Names never do: they are added
    /// and removed one by one.
    public func conflicts(withChangeFrom before: BookFieldValue, to after: BookFieldValue) -> Bool {
        switch (self, before, after) {
        case (.names, _, _): false
        case (.namedTexts(let details), .namedTexts(let before), .namedTexts(let after)):
            (before.all + after.all).map(\.name).contains { name in
                let (now, before, after) = (details[name], before[name], after[name])
                return before != after && now != before && now != after
            }
        default: before != after && self != before && self != after
        }
    }

    /// This value, replaced by a newer one unless that is empty. Names and sources are only added.
    func merged(with newer: BookFieldValue, _ folding: TextFolding) -> BookFieldValue {
        if case .names(let names) = self, case .names(let others) = newer {
            return .names(others.reduce(names) { $0.adding($1, folding) })
        }
        if case .sources(let sources) = self, case .sources(let others) = newer {
            return .sources(BookSources(sources.all + others.all))
        }
        return newer.text.isEmpty ? self : newer
    }
}

extension String {
    /// Both texts with an empty line between them, or the one that contains the other.
    func adding(_ text: String) -> String {
        contains(text) ? self : text.contains(self) ? text : "\(self)\n\n\(text)"
    }
}

extension [String] {
    /// With that name, unless one of them is equal, ignoring case and accents.
    fileprivate func adding(_ name: String, _ folding: TextFolding) -> [String] {
        contains { folding($0) == folding(name) } ? self : self + [name]
    }
}
