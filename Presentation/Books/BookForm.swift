public import Domain

/// The contents of a form for a book, valid or not.
public struct BookForm: Hashable, Sendable {
    /// The values that could be read. A field whose text can't be read is empty here.
    public var draft: BookDraft
    /// Text that couldn't be read, and why.
    private var unreadable: [BookField: Unreadable] = [:]
    /// Whether the calendar gives the day on which the book is added.
    private let isNew: Bool
    /// The days that followed the status, and were shown: the reader may have changed them.
    private(set) var chosen: Set<BookField> = []

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
    public mutating func type(_ texts: [String], into field: BookField, today: Day, folding: TextFolding) {
        unreadable[field] = nil
        draft[field] = field.initial
        let texts = texts.map { field.kind.form == .lines ? $0.tidiedLines : $0.tidied }.filter { !$0.isEmpty }
        do {
            draft[field] = try field.kind.reading(texts, in: field.initial, today: today, folding: folding)
        } catch {
            unreadable[field] = Unreadable(text: texts.joined(separator: " "), problem: Self.problem(field, error))
        }
    }

    /// Sets the status of a book that the library has as `known`, and shows at once the days that saving sets. Those that
    /// followed the status before are taken back. A new book has only the days that are entered.
    public mutating func setStatus(_ status: FieldValue, of known: BookDraft, today: Day) {
        var before = known
        before[.status] = draft[.status]
        before.followStatus(since: known, today: today)
        draft[.status] = status
        if isNew { return }
        for field in BookField.followingStatus where draft[field] == before[field] { draft[field] = known[field] }
        draft.followStatus(since: known, today: today, chosen: Set(unreadable.keys))
        chosen = draft.status == known.status ? [] : Set(BookField.followingStatus)
    }

    /// Short, because forms have little room.
    private static func problem(_ field: BookField, _ error: LibraryError) -> String {
        switch error {
        case .book(.notAnISBN(let error)): error.message
        case .value(.notADay): "a day is a date like \(Day.example), today or yesterday"
        default: "\(field.words.label) takes \(error.message)"
        }
    }

    /// The fields whose values can't be saved, and why, for people.
    public var problems: [BookField: String] {
        var problems = unreadable.mapValues(\.problem)
        for field in BookField.allCases where problems[field] == nil && draft[field].isBlank {
            if field != .added || !isNew { problems[field] = field.words.missing }
        }
        return problems
    }

    /// The fields in which repeating the changes since `original` would replace what others have changed: `known` is what
    /// the library had last, `current` what it has now.
    func conflicts(since original: BookForm, known: BookDraft, in current: BookDraft) -> [BookField] {
        BookField.allCases.filter { field in
            original.draft[field] != draft[field]
                && field.kind.conflicts(withChangeFrom: known[field], to: draft[field], now: current[field])
        }
    }

    /// Repeats the changes since `original` in `target`. Names and details are added and removed one by one, so that
    /// those that others have added stay.
    func repeatChanges(since original: BookForm, in target: inout BookDraft) {
        for field in BookField.allCases {
            target[field] = field.kind.repeating(
                changeFrom: original.draft[field], to: draft[field], in: target[field])
        }
    }
}
