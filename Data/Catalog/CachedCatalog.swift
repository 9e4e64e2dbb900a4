public import Domain
public import Storage

/// Caches the answers of a catalogue by the rules of a `CachePolicy`.
///
/// - Simultaneous lookups of the same book, with the same demand, share one request.
/// - If the catalogue fails, an earlier answer is returned, unless it is too old or the newest was demanded.
/// - A late answer never replaces the answer to a later request, unless that is dated in the future.
/// - If the store can't be read or written, lookups work without a cache.
public final class CachedCatalog: BookCatalog {
    private let catalog: any BookCatalog
    private let source: String
    private let store: any KeyValueStore
    private let policy: CachePolicy
    private let capacity: Int
    private let now: @Sendable () -> Int
    private let requests = SharedRequests<Question, CatalogEntry?, LibraryError>()

    /// A lookup that demands the newest answer never joins an ordinary request, which may have begun earlier.
    private struct Question: Hashable {
        let isbn: ISBN
        let demand: CachePolicy.Demand
    }

    /// `source` distinguishes the answers of this catalogue from those of others. The latest `capacity` answers are
    /// kept. `now` returns the milliseconds since 1970.
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

    /// As above; `demand` says how new the answer must be. Also throws `CatalogError.unreachable` if `demand` is
    /// `offline` and the cache has no usable answer, and if the caller is cancelled.
    public func entry(for isbn: ISBN, demand: CachePolicy.Demand) async throws(LibraryError) -> CatalogEntry? {
        let outcome = await requests.outcome(of: Question(isbn: isbn, demand: demand)) { () throws(LibraryError) in
            try await self.find(isbn, demand)
        }
        guard let outcome else { throw .catalog(.unreachable(host: source, reason: "cancelled")) }
        return try outcome.get()
    }

    /// How many callers wait for an ordinary lookup of that book.
    func waiting(for isbn: ISBN) -> Int {
        requests.waiting(for: Question(isbn: isbn, demand: .usual))
    }

    private func find(_ isbn: ISBN, _ demand: CachePolicy.Demand) async throws(LibraryError) -> CatalogEntry? {
        let known = await known(isbn)
        switch decision(known, demand) {
        case .answer: return known?.entry
        case .giveUp: throw .catalog(.unreachable(host: source, reason: "no cached answer"))
        case .ask: break
        }
        let asked = now()
        let entry: CatalogEntry?
        do {
            entry = try await catalog.entry(for: isbn)
        } catch {
            // A demand for the newest answer is never met from the cache.
            guard demand == .usual, decision(known, .offline) == .answer else { throw error }
            return known?.entry
        }
        await remember(CatalogAnswer(entry, source: source, asked: asked), for: isbn)
        return entry
    }

    private func decision(_ known: CatalogAnswer?, _ demand: CachePolicy.Demand) -> CachePolicy.Decision {
        let age = known.map { Int(((Double(now()) - Double($0.asked)) / 1000).rounded(.down)) }
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
        // Retries if another process changed the store meanwhile, but not for ever: it is only a cache.
        for _ in 0..<5 {
            guard let values = try? await store.values(), let text = try? key.text(for: answer) else { return }
            // An answer from the future, which a wrong clock has left, is replaced.
            if let other = key.value(in: values), other.source == source, other.asked > answer.asked,
                other.asked <= now()
            {
                return
            }
            var changes: [String: JSONText?] = [key.name: text]
            for name in excess(values, besides: key.name) { changes[name] = .some(nil) }
            // If the store fails, the answer isn't cached, which only costs time.
            guard (try? await store.update(changes, expecting: values)) == false else { return }
        }
    }

    /// The names of the oldest answers, to be removed so that there is room for one more.
    private func excess(_ values: KeyValues, besides name: String) -> [String] {
        let others = values.keys.filter { $0 != name }
        guard others.count >= capacity else { return [] }
        let ages = others.map { name in
            (name: name, asked: CatalogAnswer.key(named: name).value(in: values)?.asked ?? 0)
        }
        return ages.sorted { ($0.asked, $0.name) < ($1.asked, $1.name) }.prefix(others.count - capacity + 1).map(\.name)
    }
}

/// The stored form of a catalogue's answer.
private struct CatalogAnswer: Codable {
    let source: String
    /// The time of the request, in milliseconds since 1970. The time of the answer wouldn't order the requests.
    let asked: Int
    /// Nil if the catalogue has no such book.
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
    /// A printed book doesn't change, and its record in a catalogue rarely does.
    public static let books = CachePolicy(
        found: Lifetime(fresh: 30 * day, kept: 365 * day), missing: Lifetime(fresh: day, kept: 7 * day))

    private static let day = 24 * 3600
}
