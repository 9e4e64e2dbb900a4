import Domain

extension Loan: StoredEntity {
    typealias Record = LoanRecord
}

struct LoanRecord: EntityRecord, Equatable {
    static let kind = "loan"

    var id: String?
    var book: String?
    var borrower: String?
    var lent: String?
    var due: String?
    var returned: String?

    init(_ loan: Loan) {
        id = "\(loan.id)"
        book = "\(loan.book)"
        borrower = "\(loan.borrower)"
        lent = "\(loan.lent)"
        due = "\(loan.due)"
        returned = loan.returned.map { "\($0)" }
    }

    init(from scanner: inout JSONScanner) throws(JSONError) {
        try scanner.object { name, value throws(JSONError) in
            if try value.null() { return }
            switch name {
            case "id" where id == nil: id = try value.string()
            case "book" where book == nil: book = try value.string()
            case "borrower" where borrower == nil: borrower = try value.string()
            case "lent" where lent == nil: lent = try value.string()
            case "due" where due == nil: due = try value.string()
            case "returned" where returned == nil: returned = try value.string()
            default: try value.skip()
            }
        }
    }

    static func knows(_ name: JSONName) -> Bool {
        switch name {
        case "id", "book", "borrower", "lent", "due", "returned": true
        default: false
        }
    }

    static func mark(of key: Loan.LookupKey) -> String? {
        switch key {
        case .open(let book): "\(book)"
        case .openTo(let borrower): "\(borrower)"
        }
    }

    func write(to writer: inout JSONWriter) {
        if let id { writer.member("id", id) }
        if let book { writer.member("book", book) }
        if let borrower { writer.member("borrower", borrower) }
        if let lent { writer.member("lent", lent) }
        if let due { writer.member("due", due) }
        if let returned { writer.member("returned", returned) }
    }

    func entity() throws(RecordError) -> Loan {
        Loan(
            id: try requiredValue(of: id, "id") { Loan.ID($0) },
            book: try requiredValue(of: book, "book") { Book.ID($0) },
            borrower: try requiredValue(of: borrower, "borrower") { Borrower.ID($0) },
            lent: try requiredValue(of: lent, "lent") { Day($0) }, due: try requiredValue(of: due, "due") { Day($0) },
            returned: try value(of: returned, "returned") { Day($0) })
    }
}
