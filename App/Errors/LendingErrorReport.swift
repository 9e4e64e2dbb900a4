import Domain

extension ErrorReport {
    init(_ error: LendingError) {
        switch error {
        case .noName:
            self.init(message: "a person needs a name", status: .refused)
        case .alreadyLent(let book, let name, let due):
            self.init(message: "\(book.quoted) is lent to \(name) until \(due)", status: .refused)
        case .notLent(let book):
            self.init(message: "\(book.quoted) is not lent", status: .refused)
        case .dueBeforeLent(let due, let lent):
            self.init(message: "a book lent on \(lent) can't be due on \(due), before that day", status: .refused)
        case .noSuchBorrower(let name):
            self.init(
                message: "nobody called \"\(name)\" has borrowed a book; see \"\(Bookshelf.name) people\"",
                status: .refused)
        case .nameTaken(let name):
            self.init(message: "there is a \"\(name)\" already", status: .refused)
        case .hasBooks(let borrower, let count):
            let books = count.counting("book")
            self.init(message: "\(borrower.name) still has \(books); see \"\(Bookshelf.name) loans\"", status: .refused)
        }
    }
}
