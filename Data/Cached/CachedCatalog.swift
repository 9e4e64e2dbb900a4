public import Domain
public import Storage

/// A catalogue that remembers what it said, by the rules of a `CachePolicy`.
///
/// - Those who look up the same book at the same time share one request.
/// - When the catalogue is of no help, what it said before serves, as long as it is not too old.
/// - An answer that comes late never replaces one that was asked for after it.
/// - What the store can't give or take is as if there were no cache: the look-up goes on.
public final class CachedCatalog: BookCatalog {
    private let catalog: any BookCatalog
    private let source: String
    private let store: any KeyValueStore
    private let policy: CachePolicy
    private let capacity: Int
    private let now: @Sendable () -> Int
    private let requests = SharedRequests<Question, CatalogEntry?, LibraryError>()

    /// Those who demand the newest don't wait for an answer that is under way already.
    private struct Question: Hashable {
        let isbn: ISBN
        let demand: CachePolicy.Demand
    }

    /// `source` tells what this catalogue has said from what another one has. No more than `capacity` answers are kept.
    /// `now` gives the milliseconds since 1970.
    public init(
        _ catalog: any BookCatalog, source: String, store: any KeyValueStore, policy: CachePolicy = .books,
        capacity: Int = 1000, now: @escaping @Sendable () -> Int
    ) {
        self.catalog = catalog
        self.source = source
        self.store = store
        self.policy = policy
        self.capacity = capacity
        self.now = now
    }

    public func entry(for isbn: ISBN) async throws(LibraryError) -> CatalogEntry? {
        try await entry(for: isbn, demand: .usual)
    }

    /// The same, with a say in how new the answer is. Throws `CatalogError.unreachable` where it must not be asked for
    /// and is not known, and where the caller is cancelled.
    public func entry(for isbn: ISBN, demand: CachePolicy.Demand) async throws(LibraryError) -> CatalogEntry? {
        let outcome = await requests.outcome(of: Question(isbn: isbn, demand: demand)) { () throws(LibraryError) in
            try await self.find(isbn, demand)
        }
        guard let outcome else { throw .catalog(.unreachable(host: source, reason: "cancelled")) }
        return try outcome.get()
    }

    /// How many wait for that book.
    func waiting(for isbn: ISBN) -> Int {
        requests.waiting(for: Question(isbn: isbn, demand: .usual))
    }

    private func find(_ isbn: ISBN, _ demand: CachePolicy.Demand) async throws(LibraryError) -> CatalogEntry? {
        let known = await known(isbn)
        switch decision(known, demand) {
        case .answer: return known?.entry
        case .giveUp: throw .catalog(.unreachable(host: source, reason: "it is not to be asked"))
        case .ask: break
        }
        let asked = now()
        let entry: CatalogEntry?
        do {
            entry = try await catalog.entry(for: isbn)
        } catch {
            // Who wants the newest is not served with the second best.
            guard demand == .usual, decision(known, .offline) == .answer else { throw error }
            return known?.entry
        }
        await remember(CatalogAnswer(entry, source: source, asked: asked), for: isbn)
        return entry
    }

    private func decision(_ known: CatalogAnswer?, _ demand: CachePolicy.Demand) -> CachePolicy.Decision {
        let age = known.map { Int((Double(now() - $0.asked) / 1000).rounded(.down)) }
        return policy.decision(age: age, isMissing: known?.title == nil, demand: demand)
    }

    private func known(_ isbn: ISBN) async -> CatalogAnswer? {
        guard let values = try? await store.values(), let answer = CatalogAnswer.key(isbn).value(in: values),
            answer.source == source
        else { return nil }
        return answer
    }

    private func remember(_ answer: CatalogAnswer, for isbn: ISBN) async {
        let key = CatalogAnswer.key(isbn)
        // Again, when another process was faster; but not for ever, for the sake of a cache.
        for _ in 0..<5 {
            guard let values = try? await store.values(), let text = try? key.text(for: answer) else { return }
            if let other = key.value(in: values), other.source == source, other.asked > answer.asked { return }
            var changes: [String: JSONText?] = [key.name: text]
            for name in excess(values, besides: key.name) { changes[name] = .some(nil) }
            // Where the store fails there is no cache, which is slower and nothing worse.
            guard (try? await store.update(changes, expecting: values)) == false else { return }
        }
    }

    /// The answers to forget, the oldest first, so that there is room for one more.
    private func excess(_ values: KeyValues, besides name: String) -> [String] {
        let others = values.keys.filter { $0 != name }
        guard others.count >= capacity else { return [] }
        let ages = others.map { name in
            (name: name, asked: CatalogAnswer.key(named: name).value(in: values)?.asked ?? 0)
        }
        return ages.sorted { ($0.asked, $0.name) < ($1.asked, $1.name) }.prefix(others.count - capacity + 1).map(\.name)
    }
}

/// What a catalogue said, as it is stored.
private struct CatalogAnswer: Codable {
    let source: String
    /// When it was asked, in milliseconds since 1970: not when it answered, which says nothing of the order.
    let asked: Int
    /// Nil where it has no such book.
    let title: String?
    let authors: [String]?

    init(_ entry: CatalogEntry?, source: String, asked: Int) {
        self.source = source
        self.asked = asked
        title = entry?.title
        authors = entry?.authors
    }

    var entry: CatalogEntry? {
        title.flatMap { CatalogEntry(title: $0, authors: authors ?? []) }
    }

    static func key(_ isbn: ISBN) -> KeyValueKey<CatalogAnswer?> { key(named: "\(isbn)") }

    static func key(named name: String) -> KeyValueKey<CatalogAnswer?> { KeyValueKey(name, default: nil) }
}

extension CachePolicy {
    /// Books in print don't change, and their records in catalogues rarely do.
    public static let books = CachePolicy(
        found: Lifetime(fresh: 30 * day, kept: 365 * day), missing: Lifetime(fresh: day, kept: 7 * day))

    private static let day = 24 * 3600
}
