import Domain

extension LibrarySnapshot {
    /// "7 books, 1 person and 2 loans".
    var counts: String { "\(books.count.counting("book")), \(people) and \(loans.count.counting("loan"))" }

    /// "1 person and 2 loans", which a list of books leaves out; nil if there are neither.
    var countsBesidesBooks: String? {
        let counts = (borrowers.isEmpty ? [] : [people]) + (loans.isEmpty ? [] : [loans.count.counting("loan")])
        return counts.isEmpty ? nil : counts.joined(separator: " and ")
    }

    private var people: String { borrowers.count.counting("person", "people") }
}
