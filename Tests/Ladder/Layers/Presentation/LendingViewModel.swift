public import Domain
public import Observation

/// The books, and the one that is about to be lent. Each method either does what its user asked, or sets `problem`.
@MainActor @Observable
public final class LendingViewModel {
    public private(set) var books: [Book] = []
    public private(set) var chosen: Book?
    public private(set) var problem: String?
    private let library: any Library

    public init(_ library: any Library) {
        self.library = library
        attempt { () throws(LendingError) in books = try library.books() }
    }

    public func add(_ title: String) {
        attempt { () throws(LendingError) in try library.perform { $0.append(Book(title: title)) } }
    }

    /// Says at once if the book can't be lent. That decides nothing: the rule asks again.
    public func choose(_ title: String) {
        attempt { () throws(LendingError) in
            guard let book = books.first(where: { $0.title == title }) else { throw .noSuchBook(title) }
            if let person = book.lentTo { throw .alreadyLent(title, to: person) }
            chosen = book
        }
    }

    public func lend(to person: String) {
        guard let chosen else { return }
        attempt { () throws(LendingError) in try LendBook(library)(chosen.title, to: person) }
    }

    private func attempt(_ action: () throws(LendingError) -> Void) {
        do throws(LendingError) {
            try action()
            problem = nil
        } catch {
            problem = error.message
        }
    }
}

extension LendingError {
    public var message: String {
        switch self {
        case .noSuchBook(let title): "there is no book \"\(title)\""
        case .alreadyLent(let title, let person): "\"\(title)\" is lent to \(person)"
        case .noName: "a person needs a name"
        case .library(let reason): reason
        }
    }
}
