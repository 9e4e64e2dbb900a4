public import Domain
public import Observation

/// The people books are lent to.
@MainActor
@Observable
public final class PeopleViewModel: Loading {
    /// Sorted by name, ignoring case and accents; ties by identifier.
    public private(set) var rows: [Row] = []
    public internal(set) var isLoading = false
    public internal(set) var error: LibraryError?

    @ObservationIgnored var turn = 0
    private let context: UseCaseContext

    public init(context: UseCaseContext) {
        self.context = context
    }

    public struct Row: Hashable, Identifiable, Sendable {
        public let borrower: Borrower
        /// How many books the person has at present.
        public let booksOut: Int

        public var id: Borrower.ID { borrower.id }
    }

    /// Shows the current borrowers.
    public func load() async {
        await load({ [context] () throws(LibraryError) in try await context.library.snapshot() }, show: show)
    }

    /// Keeps the rows up to date until the task is cancelled.
    public func observe() async {
        await follow(context.library.observe(), show: show)
    }

    /// Renames a borrower. Returns the renamed borrower; or nil, and then `error` says why.
    public func rename(_ name: String, to newName: String) async -> Borrower? {
        await attempt { [context] () throws(LibraryError) in
            try await RenameBorrower(context)(name, to: newName)
        }
    }

    /// Removes a borrower who has no book. Returns the removed borrower; or nil, and then `error` says why.
    public func remove(_ name: String) async -> Borrower? {
        await attempt { [context] () throws(LibraryError) in
            try await RemoveBorrower(context)(name)
        }
    }

    private func show(_ snapshot: LibrarySnapshot) {
        let booksOut = snapshot.loans.reduce(into: [:] as [Borrower.ID: Int]) { counts, loan in
            if loan.isOpen { counts[loan.borrower, default: 0] += 1 }
        }
        rows = snapshot.borrowers
            .map { (name: context.folding($0.name), row: Row(borrower: $0, booksOut: booksOut[$0.id] ?? 0)) }
            .sorted { ($0.name, $0.row.id) < ($1.name, $1.row.id) }
            .map(\.row)
    }
}
