public import Domain
public import Observation

/// What a view shows of the library: read once, or kept up to date while the view is visible.
///
/// Reading, filtering and sorting happen off the main actor. Of several readings only the latest is shown, so a late
/// answer never replaces a newer one.
@MainActor
@Observable
public final class LibraryContent<Value: Sendable> {
    /// The latest reading; nil before one has succeeded. A reading that fails leaves it as it is.
    public private(set) var value: Value?
    /// Whether the latest reading is under way, or the first one of `observe` is awaited.
    public var isLoading: Bool { isReading || isAwaitingLibrary }
    /// Why the latest reading failed; nil once one succeeds. A view sets it to nil to dismiss it.
    public var loadError: LibraryError?
    /// Why the value is no longer kept up to date, from then until `observe` is called again. A view sets it to nil to
    /// dismiss it.
    public var observeError: LibraryError?

    private var isReading = false
    private var isAwaitingLibrary = false

    /// Makes the value from the library as last observed; without an observed one, from the library itself.
    typealias Read = @concurrent @Sendable (ObservedLibrary?) async throws(LibraryError) -> Value

    /// How the value is read. If a reading was requested before, a new way starts another one at once, and the results
    /// of earlier readings that are still under way are dropped.
    @ObservationIgnored var read: Read {
        didSet {
            guard readings > 0 else { return }
            let reading = beginReading()
            Task { await finish(reading) }
        }
    }

    /// The number of readings so far, by which a late answer is recognised.
    @ObservationIgnored private var readings = 0
    /// The library as last observed; nil if it has to be read.
    @ObservationIgnored private var observed: ObservedLibrary?
    private let library: any Library

    init(of library: any Library, read: @escaping Read) {
        self.library = library
        self.read = read
    }

    /// Shows the value that `make` returns for what `query` finds.
    public convenience init<Entity: FieldedEntity>(
        of library: any Library, for query: Query<Entity>, _ folding: TextFolding,
        make: @escaping @Sendable (LibraryExcerpt<Entity>) -> Value
    ) {
        self.init(of: library) { observed throws(LibraryError) in
            if let observed { return make(LibraryExcerpt(query, of: observed.snapshot, folding: folding)) }
            return make(try await library.excerpt(for: query, folding: folding))
        }
    }

    /// Reads the value from the library as it is now. Returns when it is shown, has failed, or a later reading has
    /// begun.
    public func load() async {
        let reading = beginReading()
        await use(nil)
        await finish(reading)
    }

    /// Keeps the value up to date with the library until the task is cancelled or observing fails.
    public func observe() async {
        observeError = nil
        isAwaitingLibrary = true
        do {
            for try await snapshot in library.observe() {
                await use(ObservedLibrary(snapshot))
                await reload()
                isAwaitingLibrary = false
            }
        } catch {
            observeError = error
        }
        isAwaitingLibrary = false
        await use(nil)
    }

    /// Reads the value again, from the library as last observed.
    func reload() async {
        await finish(beginReading())
    }

    private func beginReading() -> Int {
        readings += 1
        isReading = true
        return readings
    }

    /// Carries out a reading and shows its value, unless a later one has begun.
    private func finish(_ reading: Int) async {
        guard reading == readings else { return }
        let source = observed
        let result = await result(of: read, source)
        await release(consume source)
        guard reading == readings else { return await release(consume result) }
        isReading = false
        switch result {
        case .success(let new):
            loadError = nil
            let old = value
            value = new
            await release(consume old)
        case .failure(let error):
            loadError = error
        }
    }

    private func use(_ new: ObservedLibrary?) async {
        let old = observed
        observed = new
        await release(consume old)
    }

    @concurrent
    private func result(of read: Read, _ observed: ObservedLibrary?) async -> Result<Value, LibraryError> {
        do {
            return .success(try await read(observed))
        } catch {
            return .failure(error)
        }
    }

    /// Frees memory off the main actor: for a hundred thousand entities this takes longer than drawing a frame.
    @concurrent
    private func release(_ value: consuming some Sendable) async {
        // Without a use here, the optimiser frees it before leaving the main actor.
        withExtendedLifetime(value) {}
    }
}
