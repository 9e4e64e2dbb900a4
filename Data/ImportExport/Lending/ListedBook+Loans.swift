import Domain

extension ListedBook {
    private static let yes: Set = ["yes", "y", "true", "1", "x", "✓", "returned", "done"]

    /// Reads who has the book, and since when. Details keep the cells that can't be read as days, `others`, and all cells
    /// if nobody is named.
    mutating func readLoan(
        to person: [ListedCell], lent: [ListedCell], due: [ListedCell] = [], returned: [ListedCell] = [],
        others: [ListedCell] = []
    ) {
        keep(others)
        guard let name = person.first?.text.firstNameFirst else { return keep(lent + due + returned) }
        let days = [lent, due, returned].map { $0.first.flatMap { reading.day($0.text) } }
        // "Yes" doesn't say when it came back.
        if days[2] == nil, let word = returned.first?.text, Self.yes.contains(word.lowercased()) {
            return keep(person + lent + due + returned)
        }
        for (cells, day) in zip([lent, due, returned], days) where day == nil {
            keep(cells)
            // "No" means that there is none.
            if let text = cells.first?.text, text.utf8.count > 3 {
                reading.warnings.append(reading.warning(ofDay: text))
            }
        }
        if let start = days[0], let end = days[1], end < start, let cell = due.first {
            reading.warnings.append(.wrongDueDay(cell.text))
            keep(due)
            imported.loan = ImportedHolder(to: name, lent: start, returned: days[2])
            return
        }
        imported.loan = ImportedHolder(to: name, lent: days[0], due: days[1], returned: days[2])
    }
}

extension LibrarySnapshot {
    /// Who has each book that is lent, as lists have it.
    var holders: [Book.ID: ImportedHolder] {
        let names = Dictionary(borrowers.map { ($0.id, $0.name) }) { first, _ in first }
        return loans.filter(\.isOpen).reduce(into: [:]) { holders, loan in
            guard let name = names[loan.borrower], holders[loan.book] == nil else { return }
            holders[loan.book] = ImportedHolder(to: name, lent: loan.lent, due: loan.due)
        }
    }
}
