import Domain

extension LoanListing: TableRow {
    static var columns: [Column<LoanListing>] {
        [
            Column("title", .strong, share: 24),
            Column("borrower", share: 10),
            Column("lent"),
            Column("due", style: { $0.isOverdue ? .bad : .plain }),
            Column("returned"),
            Column("overdue", .bad) { $0.isOverdue ? "overdue" : "" },
            Column("book", .faint) { $0.loan.book.description },
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
