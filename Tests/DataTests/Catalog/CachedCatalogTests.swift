import Domain
import FileTestSupport
import Storage
import Synchronization
import TestTraits
import Testing

@testable import Data

/// The test controls the clock and the answers of the cached catalogue.
@Suite(.endsIfItHangs)
final class CachedCatalogTests: Sendable {
    private static let fresh = 1_000_000
    private static let kept = 10_000_000

    private let base = ControlledCatalog()
    private let store = MemoryKeyValueStore()
    private let clock = Mutex(0)
    private let dune: ISBN
    private let herbert = CatalogEntry(title: "Dune", authors: ["Frank Herbert"])
    private let corrected = CatalogEntry(title: "Dune", authors: ["F. Herbert"])

    init() throws { dune = try ISBN("9780441172719") }

    @Test func theAnswerThatABookIsMissingExpiresSooner() {
        #expect(CachePolicy.books.missing.fresh < CachePolicy.books.found.fresh)
        #expect(CachePolicy.books.missing.kept < CachePolicy.books.found.kept)
    }

    private func catalog(
        _ base: (any BookCatalog)? = nil, source: String = "here", store: (any KeyValueStore)? = nil,
        capacity: Int = 1000
    ) -> CachedCatalog {
        let policy = CachePolicy(
            found: CachePolicy.Lifetime(fresh: Self.fresh, kept: Self.kept),
            missing: CachePolicy.Lifetime(fresh: 1000, kept: 10_000))
        return CachedCatalog(
            base ?? self.base, source: source, store: store ?? self.store, policy: policy, capacity: capacity
        ) { self.clock.withLock { $0 } }
    }

    private func setClock(seconds: Int) {
        clock.withLock { $0 = seconds * 1000 }
    }

    /// Looks up the book, answers the request, and returns the result.
    private func ask(
        _ catalog: CachedCatalog, demand: CachePolicy.Demand = .usual,
        answering answer: Result<CatalogEntry?, LibraryError>
    ) async throws -> CatalogEntry? {
        async let entry = catalog.entry(for: dune, demand: demand)
        var questions = base.questions.makeAsyncIterator()
        await questions.next()?.answer(answer)
        return try await entry
    }

    @Test func aFreshAnswerIsNotRequestedAgain() async throws {
        #expect(try await ask(catalog(), answering: .success(herbert)) == herbert)
        setClock(seconds: Self.fresh - 1)
        // Another instance, as after a restart.
        #expect(try await catalog().entry(for: dune) == herbert)
        #expect(base.count == 1)
    }

    @Test func aStaleAnswerIsRequestedAgain() async throws {
        _ = try await ask(catalog(), answering: .success(herbert))
        setClock(seconds: Self.fresh)
        #expect(try await ask(catalog(), answering: .success(corrected)) == corrected)
        #expect(try await catalog().entry(for: dune) == corrected)
        #expect(base.count == 2)
    }

    @Test func anAnswerWithAnImpossibleTimeIsReplaced() async throws {
        let answer = #"{"source":"here","asked":\#(Int.min),"title":"Dune","authors":[]}"#
        let isStored = store.update(["\(dune)": JSONText(answer.utf8)], expecting: nil)
        #expect(isStored)
        setClock(seconds: 1)
        #expect(try await ask(catalog(), answering: .success(herbert)) == herbert)
    }

    @Test func anAnswerFromTheFutureIsReplaced() async throws {
        setClock(seconds: 10 * Self.fresh)
        _ = try await ask(catalog(), answering: .success(herbert))
        setClock(seconds: 0)
        #expect(try await ask(catalog(), answering: .success(corrected)) == corrected)
        #expect(try await catalog().entry(for: dune) == corrected)
    }

    @Test(arguments: [
        CatalogError.unreachable(host: "here", reason: "gone"), .badAnswer(host: "here", reason: "garbled"),
    ])
    func aStaleAnswerIsUsedIfTheCatalogueFails(error: CatalogError) async throws {
        _ = try await ask(catalog(), answering: .success(herbert))
        setClock(seconds: Self.kept - 1)
        #expect(try await ask(catalog(), answering: .failure(.catalog(error))) == herbert)
        setClock(seconds: Self.kept)
        await #expect(throws: LibraryError.catalog(error)) {
            try await self.ask(self.catalog(), answering: .failure(.catalog(error)))
        }
    }

    @Test func aMissingBookIsCachedForAShorterTime() async throws {
        #expect(try await ask(catalog(), answering: .success(nil)) == nil)
        setClock(seconds: 999)
        #expect(try await catalog().entry(for: dune) == nil)
        #expect(base.count == 1)
        setClock(seconds: 1000)
        #expect(try await ask(catalog(), answering: .success(herbert)) == herbert)
    }

    @Test func theNewestAnswerIsAlwaysRequested() async throws {
        _ = try await ask(catalog(), answering: .success(herbert))
        #expect(try await ask(catalog(), demand: .newest, answering: .success(corrected)) == corrected)
        let gone = LibraryError.catalog(.unreachable(host: "here", reason: "gone"))
        await #expect(throws: gone) { try await self.ask(self.catalog(), demand: .newest, answering: .failure(gone)) }
        #expect(try await catalog().entry(for: dune) == corrected)
    }

    @Test func offlineNothingIsRequested() async throws {
        await #expect(throws: LibraryError.self) { try await self.catalog().entry(for: self.dune, demand: .offline) }
        _ = try await ask(catalog(), answering: .success(herbert))
        setClock(seconds: Self.kept - 1)
        #expect(try await catalog().entry(for: dune, demand: .offline) == herbert)
        #expect(base.count == 1)
    }

    @Test func answersOfAnotherCatalogueAreIgnored() async throws {
        _ = try await ask(catalog(source: "there"), answering: .success(herbert))
        #expect(try await ask(catalog(), answering: .success(corrected)) == corrected)
    }

    // MARK: Simultaneous lookups

    /// Starts that many lookups, and returns once all of them wait.
    private func callers(_ count: Int, of catalog: CachedCatalog) async throws -> [Task<
        Result<CatalogEntry?, LibraryError>, Never
    >] {
        let tasks = (0..<count).map { _ in
            Task { () -> Result<CatalogEntry?, LibraryError> in
                do throws(LibraryError) {
                    return .success(try await catalog.entry(for: self.dune))
                } catch {
                    return .failure(error)
                }
            }
        }
        try await yield { catalog.waiting(for: dune) == count }
        return tasks
    }

    @Test func simultaneousLookupsShareOneRequest() async throws {
        let tasks = try await callers(10, of: catalog())
        var questions = base.questions.makeAsyncIterator()
        await questions.next()?.answer(.success(herbert))
        for task in tasks { #expect(await task.value == .success(herbert)) }
        #expect(base.count == 1)
    }

    @Test func aCancelledCallerLeavesTheOthersWaiting() async throws {
        let tasks = try await callers(3, of: catalog())
        var questions = base.questions.makeAsyncIterator()
        let question = await questions.next()
        tasks[0].cancel()
        #expect(await tasks[0].value == .failure(.catalog(.unreachable(host: "here", reason: "cancelled"))))
        question?.answer(.success(herbert))
        #expect(await tasks[1].value == .success(herbert))
        #expect(await tasks[2].value == .success(herbert))
        #expect(base.count == 1)
    }

    @Test func theRequestIsCancelledWithItsLastCaller() async throws {
        let catalog = catalog()
        let tasks = try await callers(3, of: catalog)
        var questions = base.questions.makeAsyncIterator()
        let question = await questions.next()
        tasks.forEach { $0.cancel() }
        await question?.waitUntilCancelled()
        // A later caller isn't cancelled with them.
        let late = try await callers(1, of: catalog)
        await questions.next()?.answer(.success(herbert))
        #expect(await late[0].value == .success(herbert))
    }

    @Test func aLateAnswerDoesNotReplaceANewerOne() async throws {
        let catalog = catalog()
        var questions = base.questions.makeAsyncIterator()
        async let first = catalog.entry(for: dune)
        let early = await questions.next()
        setClock(seconds: 1)
        async let second = catalog.entry(for: dune, demand: .newest)
        await questions.next()?.answer(.success(corrected))
        #expect(try await second == corrected)
        early?.answer(.success(herbert))
        #expect(try await first == herbert)
        #expect(try await catalog.entry(for: dune) == corrected)
    }

    // MARK: The store

    @Test func theOldestAnswersAreRemovedFirst() async throws {
        let numbers = ["9780441172719", "9780306406157", "9780141439518", "9780141439471"]
        let isbns = try numbers.map { try ISBN($0) }
        let known = InMemoryCatalog(
            Dictionary(
                uniqueKeysWithValues: isbns.map { ($0, herbert) }.compactMap { pair in
                    pair.1.map { (pair.0, $0) }
                }))
        let catalog = catalog(known, capacity: 3)
        for (second, isbn) in isbns.enumerated() {
            setClock(seconds: second)
            _ = try await catalog.entry(for: isbn)
        }
        #expect(Set(store.values().keys) == Set(numbers.dropFirst()))
    }

    @Test func answersOfOneMomentAreRemovedInTheOrderOfTheirISBNs() async throws {
        let answer = JSONText(#"{"source":"here","asked":0,"title":"Dune","authors":[]}"#.utf8)
        let numbers = (10..<30).map { "97801404480\($0)" }
        let store = MemoryKeyValueStore(Dictionary(uniqueKeysWithValues: numbers.map { ($0, answer) }))
        _ = try await ask(catalog(store: store, capacity: 10), answering: .success(herbert))
        #expect(Set(store.values().keys) == Set(numbers.suffix(9) + ["\(dune)"]))
    }

    @Test func aDamagedFileDoesNotPreventALookup() async throws {
        let file = try TemporaryDirectory().file("catalog.json")
        try file.write("{\"9780441172719\": {\"source\": \"here\", ")
        let damaged = catalog(store: KeyValueFile(path: file.path))
        #expect(try await ask(damaged, answering: .success(herbert)) == herbert)
        #expect(try file.text() == "{\"9780441172719\": {\"source\": \"here\", ")
    }

    @Test(arguments: ["7", "{}", "{\"source\": \"here\", \"asked\": \"x\"}", "null", "{\"source\": \"here\"}"])
    func anInvalidValueIsIgnored(value: String) async throws {
        let store = MemoryKeyValueStore(["9780441172719": JSONText(value.utf8)])
        #expect(try await ask(catalog(store: store), answering: .success(herbert)) == herbert)
    }

    @Test func aFileKeepsAnswersForTheNextProcess() async throws {
        let file = try TemporaryDirectory().file("catalog.json")
        _ = try await ask(catalog(store: KeyValueFile(path: file.path)), answering: .success(herbert))
        #expect(try await catalog(store: KeyValueFile(path: file.path)).entry(for: dune) == herbert)
    }
}
