public import Domain
public import Observation

/// An import: its progress, and the outcome of each row.
@MainActor
@Observable
public final class ImportViewModel: Acting {
    /// Whether the next run only reports what it would do.
    public var isDryRun: Bool
    /// Whether the next run changes books that are in the library already.
    public var updates: Bool
    /// Nil before the first run.
    public private(set) var progress: Progress?
    /// The result of the latest run; nil during a run and after one that failed. That of a cancelled run, if it
    /// didn't fail, covers only the rows done, with the warnings of all rows.
    public private(set) var report: ImportReport?
    public private(set) var isRunning = false
    public var actionError: LibraryError?

    private let context: UseCaseContext

    public init(context: UseCaseContext, updates: Bool = false, isDryRun: Bool = false) {
        self.context = context
        self.updates = updates
        self.isDryRun = isDryRun
    }

    /// The number of rows done, rejected ones included, and of all rows. What a cancelled or failed run has done is
    /// kept, and running the same rows again does the rest. A dry run keeps nothing.
    public struct Progress: Hashable, Sendable {
        public let done: Int
        public let total: Int
    }

    /// Imports the rows. Does nothing during another run.
    public func run(_ rows: [ImportRow]) async {
        guard !isRunning else { return }
        isRunning = true
        defer { isRunning = false }
        report = nil
        progress = Progress(done: 0, total: rows.count)
        report = await attempt { [context, updates, isDryRun] () throws(LibraryError) in
            try await ImportBooks(context)(rows, updates: updates, dryRun: isDryRun) { done in
                await self.show(done, of: rows.count)
            }
        }
    }

    private func show(_ done: Int, of total: Int) {
        progress = Progress(done: done, total: total)
    }
}
