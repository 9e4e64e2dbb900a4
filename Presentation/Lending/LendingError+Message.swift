public import Domain

extension LendingError {
    public var message: String {
        switch self {
        case .noName: "a person needs a name"
        case .alreadyLent(let book, let name, let due), .isLent(let book, let name, let due):
            "\(book.quoted) is lent to \(name) until \(due)"
        case .notLent(let book): "\(book.quoted) is not lent"
        case .dueBeforeLent(let due, let lent): "a book lent on \(lent) can't be due on \(due), before that day"
        case .noSuchBorrower(let name): "there is no person \"\(name)\""
        case .ambiguous(let name, let found): "\"\(name)\" matches \(found.count) people"
        case .nameTaken(let name): "there is already a person \"\(name)\""
        case .hasBooks(let person, let count): "\(person.name) still has \(count) \(count == 1 ? "book" : "books")"
        }
    }
}
