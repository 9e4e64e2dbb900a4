public import Domain
public import Observation

/// An import: how far it is, and what became of each row.
@MainActor
@Observable
public final class ImportViewModel: Attempting {
    /// Whether the next run only says what it would do.
    public var isDryRun: Bool
    /// Nil before the first run.
    public private(set) var progress: Progress?
    /// Of the last run; nil while it lasts, and where it failed.
    public private(set) var report: ImportReport?
    public private(set) var isRunning = false
    public internal(set) var error: LibraryError?

    private let importBooks: ImportBooks

    public init(library: any Library, context: UseCaseContext, isDryRun: Bool = false) {
        self.importBooks = ImportBooks(library: library, context: context)
        self.isDryRun = isDryRun
    }

    /// How many of how many rows are done. After a run was cancelled or has failed, these are in the library; running
    /// the same rows again adds the others.
    public struct Progress: Hashable, Sendable {
        public let done: Int
        public let total: Int
    }

    /// Imports the rows. While a run lasts, another does nothing.
    public func run(_ rows: [ImportRow]) async {
        guard !isRunning else { return }
        isRunning = true
        defer { isRunning = false }
        report = nil
        progress = Progress(done: 0, total: rows.count)
        report = await attempt { [importBooks, isDryRun] () throws(LibraryError) in
            try await importBooks(rows, dryRun: isDryRun) { done in
                await self.show(done, of: rows.count)
            }
        }
    }

    private func show(_ done: Int, of total: Int) {
        progress = Progress(done: done, total: total)
    }
}
