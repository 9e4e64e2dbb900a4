import Domain
import Storage

extension Loan: StoredEntity {
    typealias Record = LoanRecord

    static let kind = RecordKind(singular: "loan", plural: "loans")

    static func stored(_ key: LookupKey) -> StoredKey {
        switch key {
        case .of(let book): StoredKey("book", book, index: "of", indexHasAll: false)
        case .by(let borrower): StoredKey("borrower", borrower, index: "by", indexHasAll: false)
        case .open(let book): StoredKey("book", book, index: "open")
        case .openTo(let borrower): StoredKey("borrower", borrower, index: "openTo")
        }
    }
}

struct LoanRecord: EntityRecord {
    var id = Loan.ID(bits: 0)
    var book = Book.ID(bits: 0)
    var borrower = Borrower.ID(bits: 0)
    var lent = Day(daysSince1970: 0)
    var due = Day(daysSince1970: 0)
    var returned: Day?

    init() {}

    init(_ loan: Loan) {
        id = loan.id
        book = loan.book
        borrower = loan.borrower
        lent = loan.lent
        due = loan.due
        returned = loan.returned
    }

    mutating func members<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.required("id", &id)
        try visitor.required("book", &book)
        try visitor.required("borrower", &borrower)
        try visitor.required("lent", &lent)
        try visitor.required("due", &due)
        try visitor.optional("returned", &returned)
    }

    func entity() throws(RecordError) -> Loan {
        try mapError(
            { (_: LendingError) in RecordError(member: "due", reason: .wrongValue("\(due)")) },
            Loan(id: id, book: book, borrower: borrower, lent: lent, due: due, returned: returned))
    }
}
