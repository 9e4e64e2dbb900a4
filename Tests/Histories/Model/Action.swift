import Domain
import Storage
import StorageTestSupport
import TestSupport

/// What a reader does with a library.
enum Action {
    case add(BookDraft)
    case edit(Book.ID, [Entry])
    case remove([Book.ID])
    case merge([Book.ID], into: Book.ID)
    case lend(Book.ID, to: String, LoanTerm?)
    case extend(Book.ID, LoanTerm?)
    case giveBack(Book.ID)
    case rename(String, to: String)
    case removePerson(String)
    case importing([ImportedBook], updates: Bool)
    /// Exports all books, and imports them.
    case importOwnExport
    case undo
    /// Restores the backup of an earlier day into the same library.
    case restore
    /// Restores a backup of today into an empty library.
    case move(StorageEngine)

    var name: String { "\(self)".prefix { $0.isLetter }.description }
}

extension StorageEngine {
    /// Those that need no server.
    static let onThisMachine = [journal, keyValue, memory]
}

/// An option of `edit`.
enum Entry: Equatable {
    case set(BookField, String)
    case takeOff(shelf: String)
    case empty(BookField)

    var field: BookField {
        switch self {
        case .set(let field, _), .empty(let field): field
        case .takeOff: .shelves
        }
    }
}

/// Makes up what a reader does. Few titles, names and numbers, so that rules have something to refuse.
struct Reader {
    var chance: SeededGenerator
    /// The book of the last action: people often do several things with one.
    private var latest: Book.ID?

    init(seed: UInt64) { chance = SeededGenerator(seed: seed) }

    mutating func happens(_ times: Int, in all: Int) -> Bool { number(all) < times }

    mutating func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &chance) }

    mutating func nextAction(with library: PlainLibrary, on today: Day) -> Action {
        switch number(100) {
        case 0..<20: .add(draft(on: today))
        case 20..<38: .edit(book(in: library), (0...number(3)).map { _ in entry(on: today) })
        case 38..<43: .remove((0...number(2)).map { _ in book(in: library) })
        case 43..<49: .merge((0...number(2)).map { _ in book(in: library) }, into: book(in: library))
        case 49..<61: .lend(book(in: library), to: name(), term(on: today))
        case 61..<64: .extend(lentBook(in: library), term(on: today))
        case 64..<71: .giveBack(lentBook(in: library))
        case 71..<74: .rename(name(), to: name())
        case 74..<76: .removePerson(name())
        case 76..<84: .importing(rows(for: library, on: today), updates: happens(2, in: 3))
        case 84..<86: .importOwnExport
        case 97..<99: .restore
        case 99: .move(one(of: StorageEngine.onThisMachine))
        default: .undo
        }
    }

    mutating func one<Value>(of values: [Value]) -> Value { values[number(values.count)] }

    /// Now and then one that isn't there.
    private mutating func book(in library: PlainLibrary) -> Book.ID {
        let ids = library.books.keys.sorted()
        if let latest, happens(1, in: 4) { return latest }
        let book = ids.isEmpty || happens(1, in: 20) ? Book.ID(bits: 7) : one(of: ids)
        latest = book
        return book
    }

    private mutating func lentBook(in library: PlainLibrary) -> Book.ID {
        let lent = library.loans.values.filter { $0.returned == nil }.map(\.book).sorted()
        return lent.isEmpty || happens(1, in: 10) ? book(in: library) : one(of: lent)
    }

    private mutating func name() -> String {
        one(of: ["Ana", "ana", " Ana  Pérez ", "ana perez", "Ben", "Chloé", "Dag", " "])
    }

    mutating func title() -> String {
        one(of: ["Emma", "EMMA", "Persuasion", "Sanditon", "Lady Susan", "Ágnes Grey", "Agnes Grey", "Emma (Penguin)"])
    }

    mutating func isbn() -> ISBN? {
        let digits = "97801414\(3950 + number(25))"
        return (0...9).lazy.compactMap { try? ISBN("\(digits)\($0)") }.first
    }

    private mutating func day(by today: Day) -> Day { today + (happens(1, in: 12) ? number(5) : -number(60)) }

    private mutating func term(on today: Day) -> LoanTerm? {
        one(of: [nil, .days(LoanPeriod(clamping: 1 + number(40))), .until(.date(today + (number(30) - 3)))])
    }

    mutating func draft(on today: Day) -> BookDraft {
        var draft = BookDraft(
            title: happens(1, in: 40) ? " " : " " + title(), authors: happens(1, in: 40) ? [] : ["Jane  Austen"])
        for _ in 0..<number(8) {
            switch number(9) {
            case 0, 1: draft.isbn = isbn()
            case 2: draft.status = one(of: ReadingStatus.allCases)
            case 3: draft.rating = Rating(1 + number(5))
            case 4: draft.isFavorite = true
            case 5: draft.shelves = one(of: [["Sea"], ["Attic", "Sea"]])
            case 6: draft.started = day(by: today)
            case 7: draft.finished = day(by: today)
            default: draft.notes = one(of: ["Salt", "Salt and wind", "Read\ntwice"])
            }
        }
        if happens(1, in: 3), let name = DetailName("Publisher") {
            draft.details[name] = one(of: ["Penguin", "Virago"])
        }
        return draft
    }

    private mutating func entry(on today: Day) -> Entry {
        switch number(13) {
        case 0: .set(.title, happens(1, in: 10) ? " " : title())
        case 1: .set(.authors, one(of: ["Jane Austen", " Anne Brontë"]))
        case 2: .set(.isbn, isbn()?.description ?? "")
        case 3, 4, 5: .set(.status, one(of: ReadingStatus.words))
        case 6: .set(.rating, "\(1 + number(5))")
        case 7: .set(.shelves, one(of: ["Sea", "sea", "Attic"]))
        case 8: .takeOff(shelf: one(of: ["SEA", "Attic"]))
        case 9: .set(.started, "\(day(by: today))")
        case 10: .set(.finished, "\(day(by: today))")
        case 11: .set(.details, one(of: ["publisher=Penguin", "Pages=312"]))
        default: .empty(one(of: [.isbn, .rating, .favorite, .started, .finished, .notes]))
        }
    }
}
