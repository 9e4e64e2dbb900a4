public import Domain

/// The contents of a form for a book, valid or not.
public struct BookForm: Hashable, Sendable {
    /// The values that could be read. A field whose text can't be read is empty here.
    public var draft: BookDraft
    /// What was typed into fields that it is no value of, and why not.
    private var unreadable: [BookField: Unreadable] = [:]
    /// Whether the calendar gives the day on which the book is added.
    private let isNew: Bool

    private struct Unreadable: Hashable {
        let text: String
        let problem: String
    }

    public init(_ draft: BookDraft = BookDraft()) {
        self.draft = draft
        isNew = draft.added == nil
    }

    /// The value of a field as a text, or what was typed instead of one.
    public func text(of field: BookField) -> String { unreadable[field]?.text ?? draft[field].text }

    /// Sets the value that a text, or several names, describe. A blank text empties the field.
    public mutating func type(_ texts: [String], into field: BookField, _ context: FieldContext) {
        let texts = texts.map(\.tidied).filter { !$0.isEmpty }
        unreadable[field] = nil
        draft[field] = draft[field].emptied
        do {
            draft[field] = try draft[field].reading(texts, context)
        } catch {
            unreadable[field] = Unreadable(text: texts.joined(separator: " "), problem: error.message)
        }
    }

    /// The fields whose values can't be saved, and why, for people.
    public var problems: [BookField: String] {
        var problems = unreadable.mapValues(\.problem)
        for field in BookField.allCases where problems[field] == nil && (field != .added || !isNew) {
            let isEmpty = draft[field].text.allSatisfy { $0.isWhitespace || $0 == ";" }
            if isEmpty { problems[field] = field.words.missing }
        }
        return problems
    }

    /// Repeats the changes since `original` in `target`. Names and details are added and removed one by one, so that
    /// those that others have added stay.
    func repeatChanges(since original: BookForm, in target: inout BookDraft) {
        for field in BookField.allCases {
            target[field] = target[field].repeating(changeFrom: original.draft[field], to: draft[field])
        }
    }
}
