import Domain

/// A day that serves where a test does not care which.
let someDay = Day(daysSince1970: 20_000)

func bookID(_ number: Int) -> Book.ID { Book.ID(bits: UInt64(number)) }

func book(_ number: Int, _ title: String = "Emma", _ change: (inout BookDraft) -> Void = { _ in }) throws -> Book {
    var draft = BookDraft(title: title, authors: ["Jane Austen"])
    change(&draft)
    return try Book(id: bookID(number), draft: draft, added: someDay)
}

func borrower(_ number: Int, _ name: String = "Ana") throws -> Borrower {
    try Borrower(id: Borrower.ID(bits: UInt64(number)), name: name)
}

func loan(_ number: Int, of book: Int, to borrower: Int = 1) -> Loan {
    Loan(
        id: Loan.ID(bits: UInt64(number)), book: bookID(book), borrower: Borrower.ID(bits: UInt64(borrower)),
        lent: someDay, due: someDay + 28)
}

extension Book {
    /// This book as somebody changed it.
    func changed(_ change: (inout BookDraft) -> Void) throws(LibraryError) -> Book {
        var draft = BookDraft(self)
        change(&draft)
        do {
            return try Book(id: id, draft: draft, added: added)
        } catch {
            throw .book(error)
        }
    }
}

/// Entities for the inside of a unit of work, where nothing but a `LibraryError` can be thrown.
enum Samples {
    static let emma = made { try book(1, "Emma") }
    static let sanditon = made { try book(2, "Sanditon") }
    static let ana = made { try borrower(1, "Ana") }

    private static func made<Entity>(_ make: () throws -> Entity) -> Entity {
        do {
            return try make()
        } catch {
            preconditionFailure("a sample breaks a rule: \(error)")
        }
    }
}
