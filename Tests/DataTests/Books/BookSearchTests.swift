import Domain
import Synchronization
import Testing

@testable import Data

struct BookSearchTests {
    /// By any other name, a store would find the same books, but read all of them in full.
    @Test func aTitleIsSoughtInAMemberOfTheRecord() async throws {
        let library = SearchedLibrary()
        _ = try await library.page(BookQuery { $0.title = "Emma" }, folding: .caseAndAccents)
        let search = try #require(library.searches.withLock { $0 }.first)
        guard case .text("emma", let member, _) = search else {
            Issue.record("it looks for \(search)")
            return
        }
        #expect(MemberTable(of: BookRecord.self).members.map(\.name).contains(member))
    }
}

/// A library that remembers what was looked for.
private final class SearchedLibrary: Library {
    let searches = Mutex<[EntitySearch]>([])
    private let base = StoredLibrary.inMemory()

    var batchSize: Int { base.batchSize }

    func repository<Entity: LibraryEntity>(of type: Entity.Type) -> any Repository<Entity> {
        base.repository(of: type)
    }

    func snapshot() async throws(LibraryError) -> LibrarySnapshot {
        try await base.snapshot()
    }

    func snapshot(for search: EntitySearch) async throws(LibraryError) -> LibrarySnapshot {
        searches.withLock { $0.append(search) }
        return try await base.snapshot(for: search)
    }

    func observe() -> Updates<LibrarySnapshot> {
        base.observe()
    }

    func rehearse<Value: Sendable>(
        _ work: @Sendable (UnitOfWork) async throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value {
        try await base.rehearse(work)
    }

    func perform<Value: Sendable>(
        _ work: @Sendable (UnitOfWork) async throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value {
        try await base.perform(work)
    }
}
