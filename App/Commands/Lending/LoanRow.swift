import Domain

extension LoanListing: TableRow {
    static var columns: [Column<LoanListing>] {
        [
            Column(title: "title", style: .strong, share: 24, importance: 3),
            Column(title: "borrower", share: 10, importance: 1), Column(title: "lent"),
            Column(title: "due", styleOf: { $0.isOverdue ? .bad : .plain }, importance: 2),
            Column(title: "returned"), Column(title: "overdue", style: .bad, text: { $0.isOverdue ? "overdue" : "" }),
            Column(title: "book", style: .faint, text: { $0.loan.book.description }),
        ]
    }

    static var sample: LoanListing? {
        let day = Day(daysSince1970: 0)
        let loan = try? Loan(
            id: Loan.ID(bits: 0), book: Book.ID(bits: 0), borrower: Borrower.ID(bits: 0), lent: day, due: day)
        return loan.map { LoanListing(loan: $0, title: "title", borrower: "name", isOverdue: false) }
    }

    func describe(to fields: inout some FieldWriter) {
        fields.field("id", id.description)
        fields.field("bookID", loan.book.description)
        fields.field("title", title)
        fields.field("borrower", borrower)
        fields.field("lent", loan.lent.description)
        fields.field("due", loan.due.description)
        fields.field("returned", loan.returned?.description)
        fields.field("overdue", isOverdue)
    }
}
