public import Domain
public import Observation

/// The library in numbers.
@MainActor
@Observable
public final class StatisticsViewModel: Loading {
    /// Nil until loaded.
    public private(set) var statistics: LibraryStatistics?
    public internal(set) var isLoading = false
    public internal(set) var error: LibraryError?

    @ObservationIgnored var turn = 0
    private let context: UseCaseContext

    public init(context: UseCaseContext) {
        self.context = context
    }

    /// Shows the current numbers.
    public func load() async {
        await load({ [context] () throws(LibraryError) in try await context.library.snapshot() }, show: show)
    }

    /// Keeps the numbers up to date until the task is cancelled.
    public func observe() async {
        await follow(context.library.observe(), show: show)
    }

    private func show(_ snapshot: LibrarySnapshot) {
        statistics = LibraryStatistics(of: snapshot, today: context.today())
    }
}
