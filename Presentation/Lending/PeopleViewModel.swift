public import Domain
public import Observation

/// The people books are lent to.
@MainActor
@Observable
public final class PeopleViewModel {
    public let content: LibraryContent<[Row]>

    public struct Row: Hashable, Identifiable, Sendable {
        public let borrower: Borrower
        /// How many books the person has now.
        public let booksOut: Int

        public var id: Borrower.ID { borrower.id }

        public init(borrower: Borrower, booksOut: Int) {
            (self.borrower, self.booksOut) = (borrower, booksOut)
        }
    }

    private let folding: TextFolding

    public init(context: UseCaseContext) {
        folding = context.folding
        content = LibraryContent(of: context.library, for: BookQuery { $0.ids = [] }, context.folding) {
            let library = $0.others
            let booksOut = Dictionary(grouping: library.loans.filter(\.isOpen), by: \.borrower).mapValues(\.count)
            return library.borrowers
                .map { (name: context.folding($0.name), row: Row(borrower: $0, booksOut: booksOut[$0.id] ?? 0)) }
                .sorted { ($0.name, $0.row.id) < ($1.name, $1.row.id) }
                .map(\.row)
        }
    }

    /// Sorted by name, ignoring case and accents; ties by identifier.
    public var rows: [Row] { content.value ?? [] }

    /// Whether someone of that name, ignoring case and accents, has borrowed books.
    public func knows(_ name: String) -> Bool {
        rows.contains { folding($0.borrower.name) == folding(name.tidied) }
    }
}
