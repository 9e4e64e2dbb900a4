public import Domain
public import Observation

/// One book, who has it, and who had it before.
@MainActor
@Observable
public final class BookDetailViewModel {
    public let content: LibraryContent<Content>

    public struct Content: Sendable {
        /// Nil if the library has no such book, or no longer.
        public let listing: BookListing?
        /// Every loan of the book, the latest first.
        public let loans: [LoanListing]
    }

    public init(_ book: Book.ID, context: UseCaseContext) {
        content = LibraryContent(of: context.library, for: .identifier("\(book)", of: Book.self)) { library in
            Content(
                listing: library.listing(of: book),
                loans: LoanQuery.history(of: book).rows(of: library, today: context.today()))
        }
    }

    public var listing: BookListing? { content.value?.listing }
    public var loans: [LoanListing] { content.value?.loans ?? [] }
}
