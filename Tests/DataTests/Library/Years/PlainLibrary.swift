import Domain

/// What a library has, in plain values, with each rule written a second time. No use case helps it.
struct PlainLibrary: Equatable {
    var books: [Book.ID: BookDraft] = [:]
    var people: [Borrower.ID: String] = [:]
    var loans: [Loan.ID: PlainLoan] = [:]

    struct PlainLoan: Equatable {
        var book: Book.ID
        var person: Borrower.ID
        let lent: Day
        var due: Day
        var returned: Day?
    }

    init() {}

    init(_ library: LibrarySnapshot) {
        books = Dictionary(uniqueKeysWithValues: library.books.map { ($0.id, $0.draft) })
        people = Dictionary(uniqueKeysWithValues: library.borrowers.map { ($0.id, $0.name) })
        loans = library.loans.reduce(into: [:]) { loans, loan in
            loans[loan.id] = PlainLoan(
                book: loan.book, person: loan.borrower, lent: loan.lent, due: loan.due, returned: loan.returned)
        }
    }

    /// The library after an action of that day. New entities get identifiers from `number` on.
    func after(_ action: Action, on today: Day, number: UInt64) throws(Refusal) -> PlainLibrary {
        var after = self
        switch action {
        case .add(var draft):
            draft.followDays(since: BookDraft())
            after.books[Book.ID(bits: number)] = try valid(draft, nil, on: today)
        case .edit(let id, let entries): after.books[id] = try edited(id, entries, on: today)
        case .remove(let ids): try after.remove(ids)
        case .merge(let others, let id): try after.merge(others, into: id)
        case .lend(let id, let name, let term): try after.lend(id, to: name, term, on: today, number: number)
        case .extend(let id, let term): try after.extend(id, term, on: today)
        case .giveBack(let id): after.loans[try requireOpenLoan(of: id).id]?.returned = today
        case .rename(let name, let newName): try after.rename(name, to: newName)
        case .removePerson(let name): try after.removePerson(name)
        case .importing(let rows, let updates): after.take(rows, updates: updates, on: today, number: number)
        case .importOwnExport, .undo, .restore, .move: break
        }
        return after
    }

    /// Whether each ISBN and each lent book is there once, and each loan has its book and its person.
    var isAllowed: Bool {
        let isbns = books.values.compactMap(\.isbn)
        let lent = loans.values.filter { $0.returned == nil }.map(\.book)
        return Set(isbns).count == isbns.count && Set(lent).count == lent.count
            && loans.values.allSatisfy { books[$0.book] != nil && people[$0.person] != nil }
    }
}

/// Words that the error of a refused action has.
struct Refusal: Error, Equatable {
    let words: [String]

    init(_ words: String...) { self.words = words }
}
