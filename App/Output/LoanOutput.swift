import Data
import Domain
import Storage

extension Table<LoanListing> {
    static var loans: Self {
        Table(
            columns: [
                Column("title", share: 24, style: { _ in .strong }) { $0.title },
                Column("borrower", share: 10) { $0.borrower },
                Column("lent") { $0.loan.lent.description },
                Column("due", style: { $0.isOverdue ? .bad : .plain }) { $0.loan.due.description },
                Column("returned") { $0.loan.returned.text },
                Column("overdue", style: { _ in .bad }) { $0.isOverdue ? "overdue" : "" },
                Column("book", style: { _ in .faint }) { $0.loan.book.description },
            ],
            values: { $0.loan($1) },
            json: { $0.loan($1) })
    }
}

extension TabbedWriter {
    fileprivate mutating func loan(_ listing: LoanListing) {
        value(listing.id.description)
        value(listing.loan.book.description)
        value(listing.title)
        value(listing.borrower)
        value(listing.loan.lent.description)
        value(listing.loan.due.description)
        value(listing.loan.returned?.description)
        value(listing.isOverdue ? "overdue" : nil)
    }
}

extension JSONWriter {
    /// A loan as the command line prints it: members in this order, what is absent left out.
    fileprivate mutating func loan(_ listing: LoanListing) {
        object { json in
            json.member("id", "\(listing.id)")
            json.member("bookID", "\(listing.loan.book)")
            json.member("title", listing.title)
            json.member("borrower", listing.borrower)
            json.member("lent", "\(listing.loan.lent)")
            json.member("due", "\(listing.loan.due)")
            if let returned = listing.loan.returned { json.member("returned", "\(returned)") }
            json.member("overdue", listing.isOverdue)
        }
    }
}
