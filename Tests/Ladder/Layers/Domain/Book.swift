/// A book, and who has it. A lent book can't be lent again: only `lend` changes who has it.
public struct Book: Equatable, Sendable {
    public let title: String
    public private(set) var lentTo: String?

    public init(title: String, lentTo: String? = nil) {
        self.title = title
        self.lentTo = lentTo
    }

    /// Throws `.alreadyLent`, and `.noName` if `person` is empty.
    public mutating func lend(to person: String) throws(LendingError) {
        if let lentTo { throw .alreadyLent(title, to: lentTo) }
        if person.isEmpty { throw .noName }
        lentTo = person
    }
}

public enum LendingError: Error, Equatable {
    case noSuchBook(String)
    case alreadyLent(String, to: String)
    case noName
    /// The books can't be read or written.
    case library(String)
}
