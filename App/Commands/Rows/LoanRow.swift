import Domain

extension LoanListing: TableRow {
    static var columns: [Column<LoanListing>] {
        [
            Column(title: "title", style: .strong, share: 24),
            Column(title: "borrower", share: 10),
            Column(title: "lent"),
            Column(title: "due", styleOf: { $0.isOverdue ? .bad : .plain }),
            Column(title: "returned"),
            Column(title: "overdue", style: .bad, text: { $0.isOverdue ? "overdue" : "" }),
            Column(title: "book", style: .faint, text: { $0.loan.book.description }),
        ]
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
