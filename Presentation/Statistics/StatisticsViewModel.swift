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
    private let library: any Library
    private let context: UseCaseContext

    public init(library: any Library, context: UseCaseContext) {
        self.library = library
        self.context = context
    }

    /// Shows the current numbers.
    public func load() async {
        await load({ [library] () throws(LibraryError) in try await library.snapshot() }, show: show)
    }

    /// Keeps the numbers up to date until the task is cancelled.
    public func observe() async {
        await follow(library.observe(), show: show)
    }

    private func show(_ snapshot: LibrarySnapshot) {
        statistics = LibraryStatistics(of: snapshot, today: context.today())
    }
}
