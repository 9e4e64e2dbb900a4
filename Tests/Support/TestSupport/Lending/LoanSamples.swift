public import Domain

public func borrower(_ number: UInt64, _ name: String) throws -> Borrower {
    try Borrower(id: Borrower.ID(bits: number), name: name)
}

extension Borrower: ExampleEntity {
    public static func example(_ n: Int) throws(LibraryError) -> Borrower {
        guard let id = ID(Example(of: .reference(to: Borrower.self), n).text) else { throw .value(.notAnIdentifier) }
        return try mapError(LibraryError.lending, Borrower(id: id, name: "Sample \(n)"))
    }
}

public func loan(
    _ number: UInt64, of book: Book, to borrower: Borrower, lent: String = "2024-05-01", due: String = "2024-05-29",
    returned: String? = nil
) -> Loan {
    let loan = try? Loan(
        id: Loan.ID(bits: number), book: book.id, borrower: borrower.id, lent: day(lent), due: day(due),
        returned: returned.map { day($0) })
    guard let loan else { preconditionFailure("due on \(due), before \(lent)") }
    return loan
}
