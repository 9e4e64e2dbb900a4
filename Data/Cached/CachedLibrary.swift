public import Domain

/// A library that its observers see at once, as this machine last saw it, and then as it is.
///
/// It keeps the promises of `Library` with one exception: the first value of `observe` may be old. Everything else is
/// passed to the wrapped library, so units of work have the present state.
public struct CachedLibrary: Library {
    private let wrapped: StoredLibrary

    public init(_ wrapped: StoredLibrary) {
        self.wrapped = wrapped
    }

    public var batchSize: Int { wrapped.batchSize }

    public func repository<Entity: LibraryEntity>(of type: Entity.Type) -> any Repository<Entity> {
        wrapped.repository(of: type)
    }

    public func snapshot() async throws(LibraryError) -> LibrarySnapshot {
        try await wrapped.snapshot()
    }

    public func page(_ query: BookQuery, folding: TextFolding) async throws(LibraryError) -> BookPage {
        try await wrapped.page(query, folding: folding)
    }

    /// The present value is skipped if it equals the old one. If the wrapped library can't be reached, its error
    /// follows the old value.
    public func observe() -> Updates<LibrarySnapshot> {
        Updates<LibrarySnapshot> { send throws(LibraryError) in
            var latest = await wrapped.lastSeen()
            if let latest { send(latest) }
            for try await snapshot in wrapped.observe() {
                if snapshot != latest { send(snapshot) }
                latest = nil
            }
        }
    }

    public func perform<Value: Sendable>(
        _ work: @Sendable (UnitOfWork) async throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value {
        try await wrapped.perform(work)
    }
}
