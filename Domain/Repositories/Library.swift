/// A home library: a repository for each type of entity, and units of work that span them.
public protocol Library: Repositories {
    /// How many entities one unit of work should change at most. It is in the port because it differs by orders of
    /// magnitude: a cluster refuses large units, and a store that writes itself as a whole is quickest with one.
    var batchSize: Int { get }

    /// Everything at one moment: no other writer's change is seen half.
    func snapshot() async throws(LibraryError) -> LibrarySnapshot

    /// The page that `query` describes of all the library holds at one moment: what `BookQuery.page` makes of
    /// `snapshot`. It is in the port because a store can rule most books out without reading them.
    func page(_ query: BookQuery, folding: TextFolding) async throws(LibraryError) -> BookPage

    /// What `snapshot` gives: the present value first, then each later one in order, as `Repository.observe` does.
    func observe() -> Updates<LibrarySnapshot>

    /// Carries out a unit of work: what `work` changes in the repositories it is given is kept together when it
    /// returns, and not at all when it throws. No other writer gets between its reads and its writes, and it reads
    /// what it has written.
    ///
    /// `work` may run more than once, when another writer was faster. So it has no effect but on the repositories it
    /// is given, and it never uses the library itself, which might wait for this very unit to end.
    ///
    /// Throws what `work` throws, and `LibraryError.store`.
    func perform<Value: Sendable>(
        _ work: @Sendable (UnitOfWork) async throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value
}

extension Library {
    public func page(_ query: BookQuery, folding: TextFolding) async throws(LibraryError) -> BookPage {
        query.page(of: try await snapshot(), folding: folding)
    }
}
