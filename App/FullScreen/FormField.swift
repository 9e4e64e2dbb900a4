import Domain
import Presentation

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
    var day: WritableKeyPath<BookDraft, Day?>? {
        switch self {
        case .added: \.added
        case .started: \.started
        case .finished: \.finished
        default: nil
        }
    }

    var formField: BookForm.Field? {
        switch self {
        case .title: .title
        case .authors: .authors
        case .isbn: .isbn
        default: nil
        }
    }

    func value(in form: BookForm) -> FormValue {
        let draft = form.draft
        if let day { return .text(draft[keyPath: day].map { "\($0)" } ?? "") }
        switch self {
        case .title: return .text(draft.title)
        case .authors: return .text(draft.authors.joined(separator: "; "))
        case .isbn: return .text(form.isbn)
        case .shelves: return .text(draft.shelves.joined(separator: "; "))
        case .detail(let name): return .text(draft.details[name] ?? "")
        case .status:
            let all = ReadingStatus.allCases
            return .choice(all.map(\.rawValue), all.firstIndex(of: draft.status) ?? 0)
        case .rating:
            let stars = (0...5).map { Rating($0)?.drawn ?? "none" }
            return .choice(stars, draft.rating?.stars ?? 0, isNumbered: true)
        case .favorite: return .flag(draft.isFavorite)
        case .notes: return .other(draft.notes?.split(whereSeparator: \.isNewline).first.map(String.init) ?? "none")
        case .added, .started, .finished, .save: return .other("")
        }
    }

    /// Sets the value that a text, or the names in it, describe. In a field for a day, any other text removes the value.
    func write(_ text: String, names: [String], to form: inout BookForm, _ content: BrowserContent) {
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

    /// Sets the value to the one of that index among those to choose from.
    func write(choice index: Int, to form: inout BookForm) {
        switch self {
        case .status: form.draft.status = ReadingStatus.allCases[index]
        case .rating: form.draft.rating = Rating(index)
        case .favorite: form.draft.isFavorite = index == 1
        default: break
        }
    }

    static func readDay(_ text: String) -> ChosenDay? {
        try? ValueReader<ChosenDay>.day.read(text)
    }
}
