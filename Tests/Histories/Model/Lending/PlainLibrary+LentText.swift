extension PlainLibrary {
    /// What it has besides books.
    var others: [String] {
        people.sorted { $0.key < $1.key }.map { "\($0): \($1)" }
            + loans.sorted { $0.key < $1.key }.map { id, loan in
                let returned = loan.returned.map { "\($0)" } ?? "open"
                return "\(id): \(loan.book) to \(loan.person), \(loan.lent) to \(loan.due), \(returned)"
            }
    }
}
