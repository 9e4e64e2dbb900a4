extension Plan {
    /// One book is lent before several clients come.
    mutating func addLoans() {
        if let book = believed.books.keys.min() { add(.act(.lend(book, to: "Ana", nil)), by: 0) }
    }
}
