import Domain
import Testing

@testable import Data

extension UndoRefusalTests {
    static func ofLending() throws -> [Case] {
        let (emma, ana, lent) = (try book(1), try borrower(11), try loan(21, of: 1, to: 11))
        return [
            Case(
                name: "the book is lent again", setup: [emma, ana, lent],
                command: { unit throws(LibraryError) in
                    try await unit.loans.save(loan(21, of: 1, to: 11).returned(on: someDay))
                },
                since: { try await $0.save(loan(22, of: 1, to: 11)) },
                refusal: .refused(.lending(.alreadyLent(emma, to: "Ana", due: lent.due)))),
            Case(
                name: "the person is gone", setup: [emma, ana, lent],
                command: { unit throws(LibraryError) in try await unit.loans.delete(loanID(21)) },
                since: { try await $0.delete(.borrowers, 11) },
                refusal: .refused(.lending(.noSuchBorrower("\(ana.id)")))),
            Case(
                name: "the book is gone", setup: [emma, ana, lent],
                command: { unit throws(LibraryError) in try await unit.loans.delete(loanID(21)) },
                since: { try await $0.delete(.books, 1) },
                refusal: .refused(.book(.noSuchBook("\(emma.id)")))),
            Case(
                name: "the book to remove is lent", setup: [ana],
                command: { unit throws(LibraryError) in try await unit.books.save(emma) },
                since: { try await $0.save(lent) },
                refusal: .refused(.lending(.isLent(emma, to: "Ana", due: lent.due)))),
            Case(
                name: "the book to remove was lent and returned", setup: [ana],
                command: { unit throws(LibraryError) in try await unit.books.save(emma) },
                since: { try await $0.save(lent.returned(on: someDay)) },
                refusal: .missing(Self.emma, for: name("loan", 21, "Emma"))),
            Case(
                name: "the person to remove has a book", setup: [emma],
                command: { unit throws(LibraryError) in try await unit.borrowers.save(ana) },
                since: { try await $0.save(lent) },
                refusal: .refused(.lending(.hasBooks(ana, count: 1)))),
        ]
    }
}
