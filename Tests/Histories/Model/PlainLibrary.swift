import Domain

/// What a library has, in plain values, with each rule written a second time. No use case helps it.
struct PlainLibrary: Equatable {
    var books: [Book.ID: BookDraft] = [:]
    var people: [Borrower.ID: String] = [:]
    var loans: [Loan.ID: PlainLoan] = [:]

    init() {}

    init(_ library: LibrarySnapshot) {
        books = Dictionary(uniqueKeysWithValues: library.books.map { ($0.id, $0.draft) })
        people = Dictionary(uniqueKeysWithValues: library.borrowers.map { ($0.id, $0.name) })
        loans = library.loans.reduce(into: [:]) { $0[$1.id] = PlainLoan($1) }
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

    /// Whether each ISBN is there once, and the loans are allowed.
    var isAllowed: Bool {
        let isbns = books.values.compactMap(\.isbn)
        return Set(isbns).count == isbns.count && hasAllowedLoans
    }
}

/// Words that the error of a refused action has.
struct Refusal: Error, Equatable {
    let words: [String]

    init(_ words: String...) { self.words = words }
}
