import Data
import Domain
import Presentation

/// What is typed into the form for a book, and which field is focused.
struct FormState: Equatable, Sendable {
    /// The fields, in the order of the form.
    let fields: [FormField]
    private(set) var focus = 0
    private var texts: [FormField: TextField] = [:]

    /// Whether the book has a day on which it was added, which it can't lose.
    private let hasAdded: Bool
    /// The names of the book that contain the separator.
    private let unusualNames: [String]

    init(_ form: BookForm) {
        hasAdded = form.draft.added != nil
        unusualNames = (form.draft.authors + form.draft.shelves).filter { $0.contains(";") }
        fields = FormField.usual + form.draft.details.all.map { .detail($0.name) } + [.save]
        for field in fields { texts[field] = field.text(in: form).map { TextField($0) } }
    }

    var focused: FormField { fields[focus] }

    /// What is typed into a field; nil for a field in which a value is chosen.
    subscript(field: FormField) -> TextField? { texts[field] }

    mutating func focus(on field: FormField) {
        focus = fields.firstIndex(of: field) ?? focus
    }

    mutating func moveFocus(by count: Int) {
        focus = (focus + count + fields.count) % fields.count
    }

    /// Edits the focused field with a key, or with typed or pasted text. Returns the form with the new value; nil if
    /// the input means something else here.
    mutating func edit(_ input: TerminalInput, _ form: BookForm, _ content: BrowserContent) -> BookForm? {
        var form = form
        guard var text = texts[focused] else {
            return focused.choose(input, in: &form) ? form : nil
        }
        switch input {
        case .text(let typed), .paste(let typed): text.insert(typed)
        case .key(let key): guard text.edit(key) else { return nil }
        }
        let isChanged = text.characters != texts[focused]?.characters
        texts[focused] = text
        if isChanged { focused.write(text.text, names: names(in: text.text), to: &form, content) }
        return form
    }

    /// The names between separators. Those that the book had stay whole.
    private func names(in text: String) -> [String] {
        func split(_ text: String) -> [String] {
            text.split(separator: ";").map { String($0).tidied }.filter { !$0.isEmpty }
        }
        var names = split(text)
        for name in unusualNames {
            if let parts = names.firstRange(of: split(name)) { names.replaceSubrange(parts, with: [name]) }
        }
        return names
    }

    /// Shows the values of the form in the fields that are empty, or contain only spaces and separators.
    mutating func fillEmpty(from form: BookForm) {
        for (field, text) in texts where text.characters.allSatisfy({ $0.isWhitespace || $0 == ";" }) {
            texts[field] = field.text(in: form).map { TextField($0) }
        }
    }

    /// What is wrong with the value of a field; nil if it is right.
    func problem(of field: FormField, in form: BookForm) -> String? {
        if hasUnreadableDay(field) { return "a day is a date like 2026-12-31, or today" }
        if field == .added, hasAdded, form.draft.added == nil { return "a book needs the day on which it was added" }
        guard let problem = field.formField.flatMap({ form.problems[$0] }) else { return nil }
        return switch problem {
        case .missing: field == .title ? BookError.noTitle.message : BookError.noAuthor.message
        case .notAnISBN(let error): error.message
        }
    }

    /// Whether a text in a field for a day is not a day. The book in the form then has no value for that field.
    var hasUnreadableDay: Bool { fields.contains(where: hasUnreadableDay) }

    private func hasUnreadableDay(_ field: FormField) -> Bool {
        guard field.day != nil, let text = texts[field]?.text.tidied else { return false }
        return !text.isEmpty && FormField.readDay(text) == nil
    }

    /// Why the form can't be saved: the first problem.
    func problem(in form: BookForm) -> String? {
        fields.lazy.compactMap { problem(of: $0, in: form) }.first
    }
}

/// A line of the form for a book.
enum FormField: Hashable, Sendable {
    case title, authors, isbn, status, rating, favorite, shelves, added, started, finished, notes
    case detail(DetailName)
    case save

    static let usual: [FormField] = [
        .title, .authors, .isbn, .status, .rating, .favorite, .shelves, .added, .started, .finished, .notes,
    ]

    var label: String {
        switch self {
        case .title: "Title"
        case .authors: "Authors"
        case .isbn: "ISBN"
        case .status: "Status"
        case .rating: "Rating"
        case .favorite: "Favourite"
        case .shelves: "Shelves"
        case .added: "Added"
        case .started: "Started"
        case .finished: "Finished"
        case .notes: "Notes"
        case .detail(let name): "\(name)"
        case .save: ""
        }
    }

    /// What the field takes, for the line of hints.
    var hint: String? {
        switch self {
        case .authors, .shelves: "separate several with ;"
        case .isbn: "^O looks up title and authors"
        case .status, .rating: "← → choose"
        case .favorite: "space changes it"
        case .added, .started, .finished: "a day like 2026-12-31, or today"
        case .notes: "enter opens your editor"
        case .title, .detail, .save: nil
        }
    }

    /// The day that the field holds; nil if it holds something else.
    fileprivate var day: WritableKeyPath<BookDraft, Day?>? {
        switch self {
        case .added: \.added
        case .started: \.started
        case .finished: \.finished
        default: nil
        }
    }

    fileprivate var formField: BookForm.Field? {
        switch self {
        case .title: .title
        case .authors: .authors
        case .isbn: .isbn
        default: nil
        }
    }

    /// The value as it can be typed; nil if it is chosen.
    func text(in form: BookForm) -> String? {
        let draft = form.draft
        if let day { return draft[keyPath: day].map { "\($0)" } ?? "" }
        switch self {
        case .title: return draft.title
        case .authors: return draft.authors.joined(separator: "; ")
        case .isbn: return form.isbn
        case .shelves: return draft.shelves.joined(separator: "; ")
        case .detail(let name): return draft.details[name] ?? ""
        case .status, .rating, .favorite, .added, .started, .finished, .notes, .save: return nil
        }
    }

    /// Sets the value that a text, or the names in it, describe. In a field for a day, any other text removes the value.
    fileprivate func write(_ text: String, names: [String], to form: inout BookForm, _ content: BrowserContent) {
        if let day { form.draft[keyPath: day] = Self.readDay(text.tidied)?.day { content.today } }
        switch self {
        case .title: form.draft.title = text
        case .authors: form.draft.authors = names
        case .isbn: form.isbn = text
        case .shelves:
            form.draft.shelves = []
            for name in names { form.draft.addShelf(name, folding: content.folding) }
        case .detail(let name): form.draft.details[name] = text
        case .status, .rating, .favorite, .added, .started, .finished, .notes, .save: break
        }
    }

    /// Chooses another value. Returns false if the input means something else.
    fileprivate func choose(_ input: TerminalInput, in form: inout BookForm) -> Bool {
        let typed = if case .text(let text) = input { text } else { "" }
        let step = input == .key(.left) ? -1 : input == .key(.right) ? 1 : typed.count { $0 == " " }
        switch self {
        case .status where step != 0:
            let all = ReadingStatus.allCases
            let index = (all.firstIndex(of: form.draft.status) ?? 0) + step
            form.draft.status = all[(index + all.count) % all.count]
        case .rating:
            var stars = ((form.draft.rating?.stars ?? 0) + step + 6) % 6
            if let number = typed.last?.wholeNumberValue, (0...5).contains(number) { stars = number }
            guard stars != form.draft.rating?.stars ?? 0 else { return false }
            form.draft.rating = Rating(stars)
        case .favorite where step != 0: if !step.isMultiple(of: 2) { form.draft.isFavorite.toggle() }
        default: return false
        }
        return true
    }

    fileprivate static func readDay(_ text: String) -> ChosenDay? {
        try? ValueReader<ChosenDay>.day.read(text)
    }
}
