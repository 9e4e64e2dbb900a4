/// The value of a field. Its case is the kind of the field, which says how a value is read from a text, written, emptied,
/// bounded and merged.
public enum FieldValue: Hashable, Sendable {
    /// A line of text. It is empty only until something is entered.
    case text(String)
    case optionalText(String?)
    case longText(String?)
    case requiredNames([String])
    case names([String])
    case choice(String, of: [String])
    case stars(Rating?)
    case number(Int?, in: ClosedRange<Int>)
    case flag(Bool)
    /// A book has this day, but a new one may get it from the calendar.
    case requiredDay(Day?)
    case day(Day?)
    case isbn(ISBN?)
    case namedTexts(BookDetails)

    /// The value as one text, in the form in which it can be typed; empty for none.
    public var text: String {
        switch self {
        case .text(let text), .choice(let text, _): text
        case .optionalText(let text), .longText(let text): text ?? ""
        case .requiredNames(let names), .names(let names): names.joined(separator: "; ")
        case .stars(let rating): rating.map { "\($0.stars)" } ?? ""
        case .number(let number, _): number.map { "\($0)" } ?? ""
        case .flag(let flag): "\(flag)"
        case .requiredDay(let day), .day(let day): day?.description ?? ""
        case .isbn(let isbn): isbn?.description ?? ""
        case .namedTexts(let details): details.all.map { "\($0.name)=\($0.text)" }.joined(separator: "; ")
        }
    }

    /// The value once these texts were entered: the last one, or all of them where there can be several. Throws
    /// `LibraryError.value` and `BookError.notAnISBN`.
    public func reading(_ texts: [String], _ context: FieldContext) throws(LibraryError) -> FieldValue {
        // Required names can't be removed first, so new ones replace them.
        if case .requiredNames = self, !texts.isEmpty { return .requiredNames(texts) }
        var value = self
        for text in texts { value = try value.reading(text, context) }
        return value
    }

    private func reading(_ text: String, _ context: FieldContext) throws(LibraryError) -> FieldValue {
        switch self {
        case .text: return .text(text)
        case .optionalText: return .optionalText(text)
        case .longText: return .longText(text)
        case .requiredNames(let names): return .requiredNames(names + [text])
        case .names(let names): return .names(names.adding(try Self.checked(name: text), context.folding))
        case .choice(_, let words):
            guard words.contains(text.lowercased()) else { throw .value(.notOneOf(words)) }
            return .choice(text.lowercased(), of: words)
        case .stars: return .stars(Rating(try Self.number(text, in: Rating.allowedStars)))
        case .number(_, let allowed): return .number(try Self.number(text, in: allowed), in: allowed)
        case .flag: return .flag(text == "true")
        case .requiredDay: return .requiredDay(try ChosenDay(text).day(context.today))
        case .day: return .day(try ChosenDay(text).day(context.today))
        case .isbn: return .isbn(try mapError({ LibraryError.book(.notAnISBN($0)) }, ISBN(text)))
        case .namedTexts(var details):
            let detail = try BookDetail(text)
            details[detail.name] = detail.text
            return .namedTexts(details)
        }
    }

    private static func checked(name: String) throws(LibraryError) -> String {
        if name.allSatisfy(\.isWhitespace) { throw .value(.blank) }
        return name.tidied
    }

    private static func number(_ text: String, in allowed: ClosedRange<Int>) throws(LibraryError) -> Int {
        guard !text.hasPrefix("+"), let number = Int(text), allowed.contains(number) else {
            throw .value(.notANumber(allowed))
        }
        return number
    }

    /// Without a value; where there always is one, an empty text or list, or the same value.
    public var emptied: FieldValue {
        switch self {
        case .text: .text("")
        case .optionalText: .optionalText(nil)
        case .longText: .longText(nil)
        case .requiredNames: .requiredNames([])
        case .names: .names([])
        case .choice: self
        case .stars: .stars(nil)
        case .number(_, let allowed): .number(nil, in: allowed)
        case .flag: .flag(false)
        case .requiredDay: .requiredDay(nil)
        case .day: .day(nil)
        case .isbn: .isbn(nil)
        case .namedTexts: .namedTexts(BookDetails())
        }
    }

    /// Whether a book can be without a value.
    public var isOptional: Bool {
        switch self {
        case .text, .requiredNames, .choice, .requiredDay: false
        case .optionalText, .longText, .names, .stars, .number, .flag, .day, .isbn, .namedTexts: true
        }
    }

    /// Without the one of several values that has that name, ignoring case and accents. Throws `ValueError.blank` and
    /// `.notAName` for what can't be one.
    public func removing(_ name: String, _ folding: TextFolding) throws(LibraryError) -> FieldValue {
        switch self {
        case .names(let names):
            let removed = folding(try Self.checked(name: name))
            return .names(names.filter { folding($0) != removed })
        case .namedTexts(var details):
            guard let name = DetailName(name) else { throw .value(.notAName) }
            details[name] = nil
            return .namedTexts(details)
        default: return self
        }
    }

    /// This value after the change from one value to another. Names and named texts are added and removed one by one, so
    /// that those that others have added stay.
    public func repeating(changeFrom before: FieldValue, to after: FieldValue) -> FieldValue {
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

    /// This value, replaced by a newer one unless that is empty. Names are only added.
    func merged(with newer: FieldValue, _ folding: TextFolding) -> FieldValue {
        if case .names(let names) = self, case .names(let others) = newer {
            return .names(others.reduce(names) { $0.adding($1, folding) })
        }
        return newer.text.isEmpty ? self : newer
    }
}

extension [String] {
    /// With that name, unless one of them is equal, ignoring case and accents.
    fileprivate func adding(_ name: String, _ folding: TextFolding) -> [String] {
        contains { folding($0) == folding(name) } ? self : self + [name]
    }
}

/// What reading a value depends on.
public struct FieldContext: Sendable {
    public let today: Day
    public let folding: TextFolding

    public init(today: Day, folding: TextFolding) {
        self.today = today
        self.folding = folding
    }
}

extension UseCaseContext {
    public var fields: FieldContext { FieldContext(today: today(), folding: folding) }
}
