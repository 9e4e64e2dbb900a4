import Domain
import Presentation

/// The values of a book's fields on the command line of `add` and `edit`.
struct BookOptions: Sendable {
    /// What was given for each field, as it was typed.
    var given: [BookField: [String]] = [:]
    /// The fields to empty; where a field has several values, those to remove.
    private(set) var removed: [BookField: [String]] = [:]

    /// How to write a day, for the help of every command that takes one.
    static let dayNote = "<day> is a date such as \(Day.example), or the word today."

    /// The options that set fields, without that of the title.
    static var setting: [OptionSyntax<BookOptions>] {
        // Help has the shelves there since the first version.
        let fields = BookField.allCases.filter { $0 != .title && $0 != .shelves }
        return fields.flatMap { $0 == .rating ? [.shelves, $0] : [$0] }.map { setting($0) }
    }

    static func setting(_ field: BookField) -> OptionSyntax<BookOptions> {
        let isFlag = field.initial == .flag(false)
        return OptionSyntax(
            name: field.option, valueName: field.valueName, summary: field.words.help,
            isRepeatable: field.isRepeatable, completion: field.completion()
        ) { options, text throws(BadValue) in
            let text = isFlag ? "true" : text
            _ = try mapError(BadValue.init, field.initial.reading([text], .unknown))
            options.given[field, default: []].append(text)
        }
    }

    /// The options that empty fields.
    static var removing: [OptionSyntax<BookOptions>] {
        BookField.allCases.filter(\.initial.isOptional).map { field in
            OptionSyntax(
                name: field.removingOption, valueName: field.isRepeatable ? "<name>" : nil,
                summary: field.words.removal ?? "", isRepeatable: field.isRepeatable,
                completion: field.completion(removes: true)
            ) { options, text throws(BadValue) in
                options.removed[field, default: []] += field.isRepeatable ? [text] : []
                _ = try mapError(BadValue.init, field.initial.removing(text, FieldContext.unknown.folding))
            }
        }
    }

    /// The options that exclude each other: a value, and no value.
    static var exclusive: [[String]] {
        BookField.allCases.filter { $0.initial.isOptional && !$0.isRepeatable }.map { [$0.option, $0.removingOption] }
    }

    /// Removes values from `draft`, and then sets others. Returns those to remove that it did not have.
    @discardableResult
    func write(
        to draft: inout BookDraft, in context: FieldContext
    ) throws(LibraryError) -> [(field: BookField, text: String)] {
        var missing: [(BookField, String)] = []
        for field in BookField.allCases.reversed() {
            guard let texts = removed[field] else { continue }
            if !field.isRepeatable { draft[field] = draft[field].emptied }
            for text in texts {
                let rest = try draft[field].removing(text, context.folding)
                if rest == draft[field] { missing.append((field, text)) }
                draft[field] = rest
            }
        }
        for (field, texts) in given { draft[field] = try draft[field].reading(texts, context) }
        return missing
    }
}

extension FieldContext {
    /// For checking a text before the library is known. What is read is not used.
    fileprivate static let unknown = FieldContext(today: Day(daysSince1970: 0), folding: TextFolding { $0 })
}

extension BookField {
    /// The name of the option that sets it.
    var option: String { words.each ?? rawValue }

    fileprivate var removingOption: String { initial == .names([]) ? "remove-\(option)" : "no-\(option)" }

    /// Whether its option can be given several times.
    fileprivate var isRepeatable: Bool { words.each != nil }

    /// How help shows the value of the option; nil for a flag.
    fileprivate var valueName: String? {
        switch initial {
        case .text, .optionalText, .choice, .isbn: "<\(rawValue)>"
        case .longText: "<text>"
        case .requiredNames, .names: "<name>"
        case .namedTexts: "<name>=<value>"
        case .number: "<n>"
        case .stars: "<\(Rating.allowedStars.lowerBound)-\(Rating.allowedStars.upperBound)>"
        case .flag: nil
        case .requiredDay, .day: "<day>"
        }
    }

    fileprivate func completion(removes: Bool = false) -> Completion {
        switch initial {
        case .text, .optionalText, .longText, .number, .flag, .isbn: .nothing
        case .choice(_, let words): .words(words, areAll: true)
        case .stars: .words(Rating.allowedStars.map { "\($0)" })
        case .requiredNames, .names: .library(.names(of: self))
        case .namedTexts: .library(.names(of: self, end: removes ? "" : "="))
        case .requiredDay, .day: .words(["today"])
        }
    }
}
