import Domain
import Presentation

/// The values of a book's fields on the command line of `add` and `edit`.
struct BookOptions: Sendable {
    /// What was given for each field, as it was typed.
    var given: [BookField: [String]] = [:]
    /// The fields to empty; where a field has several values, those to remove.
    private(set) var removed: [BookField: [String]] = [:]
    var chosen: Set<BookField> { Set(given.keys).union(removed.keys) }

    /// How to write a day, for the help of every command that takes one.
    static let dayNote = "<day> is a date such as \(Day.example), or the word today or yesterday."

    /// The options that set fields, without that of the title.
    static var setting: [OptionSyntax<BookOptions>] {
        // Help has the shelves there since the first version.
        let fields = BookField.allCases.filter { $0.isEntered && $0 != .title && $0 != .shelves }
        return fields.flatMap { $0 == .rating ? [.shelves, $0] : [$0] }.map { setting($0) }
    }

    static func setting(_ field: BookField) -> OptionSyntax<BookOptions> {
        OptionSyntax(
            name: field.option, valueName: field.valueName, summary: field.words.help,
            isRepeatable: field.kind.isList, completion: field.completion()
        ) { options, text throws(BadValue) in
            options.given[field, default: []].append(text)
            let texts = options.given[field] ?? []
            // Only checked here: neither the day nor the library is known yet.
            let anyDay = Day(daysSince1970: 0)
            let value = try mapError(
                BadValue.init, field.kind.reading(texts, in: field.initial, today: anyDay, folding: .none))
            if case .namedTexts(let details) = value, details.all.count < texts.count {
                throw BadValue(expected: "each name only once")
            }
        }
    }

    /// The options that empty fields.
    static var removing: [OptionSyntax<BookOptions>] {
        BookField.allCases.filter(\.isOptional).map { field in
            OptionSyntax(
                name: field.removingOption, valueName: field.removedName,
                summary: field.words.removal ?? "", isRepeatable: field.kind.isList,
                completion: field.kind.isList ? field.completion(removes: true) : .nothing
            ) { options, text throws(BadValue) in
                options.removed[field, default: []] += field.kind.isList ? [text] : []
                _ = try mapError(BadValue.init, field.kind.removing(text, from: field.initial, folding: .none))
            }
        }
    }

    /// The options that exclude each other: a value, and no value.
    static var exclusive: [[String]] {
        BookField.allCases.filter { $0.isOptional && !$0.kind.isList }.map { [$0.option, $0.removingOption] }
    }

    /// Removes values from `draft`, and then sets others. Returns those to remove that it did not have.
    @discardableResult
    func write(
        to draft: inout BookDraft, today: Day, folding: TextFolding
    ) throws(LibraryError) -> [(field: BookField, text: String)] {
        var missing: [(BookField, String)] = []
        // Details come first, so that the warnings of `edit` stay in their order.
        for field in BookField.allCases.reversed() {
            guard let texts = removed[field] else { continue }
            let (before, kind) = (draft[field], field.kind)
            if !kind.isList { draft[field] = field.initial }
            for text in texts {
                if try kind.removing(text, from: before, folding: folding) == before {
                    missing.append((field, text.tidied))
                }
                draft[field] = try kind.removing(text, from: draft[field], folding: folding)
            }
        }
        for (field, texts) in given {
            draft[field] = try field.kind.reading(texts, in: draft[field], today: today, folding: folding)
        }
        return missing
    }
}

extension TextFolding {
    fileprivate static let none = TextFolding { $0 }
}

extension BookField {
    /// The name of the option that sets it.
    var option: String { words.each ?? rawValue }

    fileprivate var removingOption: String { kind.form == .names ? "remove-\(option)" : "no-\(option)" }

    /// How help shows one of several values to remove; nil if there is at most one.
    fileprivate var removedName: String? { !kind.isList ? nil : isEntered ? "<name>" : valueName }

    /// How help shows the value of the option; nil for a flag.
    fileprivate var valueName: String? {
        switch kind.form {
        case .line, .choice: "<\(rawValue)>"
        case .lines: "<text>"
        case .orderedNames, .names: "<name>"
        case .namedTexts: "<name>=<value>"
        case .identifiers: "<program>"
        case .number: kind.fewNumbers.map { "<\($0.lowerBound)-\($0.upperBound)>" } ?? "<n>"
        case .flag: nil
        case .day: "<day>"
        }
    }

    fileprivate func completion(removes: Bool = false) -> Completion {
        switch kind.form {
        case .line, .lines, .flag: .nothing
        case .choice(let words): .words(words, areAll: true)
        case .number: kind.fewNumbers.map { .words($0.map { "\($0)" }) } ?? .nothing
        case .orderedNames, .names, .identifiers: .library(.names(of: self))
        case .namedTexts: .library(.names(of: self, end: removes ? "" : "="))
        case .day: .words(ChosenDay.words)
        }
    }
}
