import Data
import Domain
import StorageTestSupport

/// A library as plain values, and what the keys of the full-screen view mean for it.
struct PlainShelf: Equatable {
    struct Lent: Hashable {
        let book: Book.ID
        let person: String
        let from: Day
        var due: Day
        var returned: Day?
    }

    /// What a key asks for.
    enum Change: Hashable {
        /// A quick key: a digit or `*`. The first book says what comes next.
        case quick(Character, [Book.ID])
        /// What the menu of `t` says.
        case status(ReadingStatus, [Book.ID])
        case takeBack([Book.ID])
        case extend([Book.ID])
        case remove([Book.ID])
        case lend([Book.ID], to: String, for: String)
        /// A form, as it is shown; nil for a new book.
        case save(BookDraft, Book.ID?)
    }

    var books: [Book.ID: BookDraft] = [:]
    var lent: Set<Lent> = []
    var people: Set<String> = []

    init(_ library: StoredLibrary) async throws {
        let people = Dictionary(uniqueKeysWithValues: try await library.borrowers.all().map { ($0.id, $0.name) })
        books = Dictionary(uniqueKeysWithValues: try await library.books.all().map { ($0.id, $0.draft) })
        self.people = Set(people.values)
        lent = Set(
            try await library.loans.all().map {
                Lent(
                    book: $0.book, person: people[$0.borrower] ?? "", from: $0.lent, due: $0.due, returned: $0.returned)
            })
    }

    func loan(of book: Book.ID) -> Lent? { lent.first { $0.book == book && $0.returned == nil } }

    /// The library after a change; nil if it is refused. A book that is added gets the identifier `new`.
    func after(_ change: Change, on today: Day, new: Book.ID?, folding: TextFolding) -> PlainShelf? {
        var shelf = self
        switch change {
        case .quick(let key, let ids):
            guard let first = ids.first.flatMap({ books[$0] }) else { return nil }
            for id in ids { shelf.books[id]?.press(key, like: first) }
        case .status(let status, let ids):
            guard ids.first.flatMap({ books[$0] }) != nil else { return nil }
            for id in ids { shelf.books[id]?.turn(to: status, today) }
        case .takeBack(let ids):
            for id in ids {
                guard let loan = loan(of: id) else { return nil }
                shelf.lent.remove(loan)
                shelf.lent.insert(loan.with { $0.returned = today })
            }
        case .extend(let ids):
            for id in ids {
                guard let loan = loan(of: id) else { return nil }
                shelf.lent.remove(loan)
                shelf.lent.insert(loan.with { $0.due = max(loan.due, today) + 28 })
            }
        case .remove(let ids):
            if ids.contains(where: { loan(of: $0) != nil }) { return nil }
            for id in ids { shelf.books[id] = nil }
            shelf.lent = lent.filter { !ids.contains($0.book) }
        case .lend(let ids, let name, let term):
            let name = name.tidied
            let days = term.tidied.isEmpty ? 28 : Int(term.tidied)
            guard !name.isEmpty, ids.allSatisfy({ loan(of: $0) == nil }),
                let due = days.map({ today + $0 }) ?? Day(term.tidied)
            else {
                return nil
            }
            if due < today || days == 0 { return nil }
            let person = people.first { folding($0) == folding(name) } ?? name
            shelf.people.insert(person)
            for id in ids { shelf.lent.insert(Lent(book: id, person: person, from: today, due: due)) }
        case .save(let draft, let id):
            guard let id = id ?? new, let book = try? Book(id: id, draft: draft, added: today),
                book.isbn == nil || !books.contains(where: { $0.key != id && $0.value.isbn == book.isbn })
            else { return nil }
            shelf.books[id] = book.draft.following(books[id] ?? BookDraft())
            if let finished = book.finished, finished > today || book.hasEndBeforeStart {
                if books[id].map({ ($0.started, $0.finished) == (book.started, book.finished) }) != true { return nil }
            }
        }
        return shelf
    }
}

extension PlainShelf.Lent {
    fileprivate func with(_ change: (inout Self) -> Void) -> Self {
        var loan = self
        change(&loan)
        return loan
    }
}

extension Book {
    fileprivate var hasEndBeforeStart: Bool {
        if let started, let finished { started > finished && status != .reading } else { false }
    }
}

extension BookDraft {
    /// What a quick key makes of a book; `*` makes all books like the first one will be.
    fileprivate mutating func press(_ key: Character, like first: BookDraft) {
        if key == "*" { isFavorite = !first.isFavorite } else { rating = key.wholeNumberValue.flatMap(Rating.init) }
    }

    fileprivate mutating func turn(to new: ReadingStatus, _ today: Day) {
        if status == new { return }
        status = new
        if new == .reading, started == nil, finished == nil { started = today }
        if new == .read, finished.map({ $0 < started ?? $0 }) ?? true { finished = today }
    }

    /// With the status that follows from a day that was entered.
    fileprivate func following(_ before: BookDraft) -> BookDraft {
        var draft = self
        if status != before.status || status == .abandoned { return draft }
        if finished != nil, finished != before.finished {
            draft.status = .read
        } else if status == .toRead, started != nil, started != before.started {
            draft.status = .reading
        }
        return draft
    }
}
