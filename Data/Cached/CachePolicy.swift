/// Whether what was heard some time ago still serves. It knows nothing of clocks: ages are in seconds.
///
/// | what was heard is | usually | when the newest is demanded | when nobody can be asked |
/// | --- | --- | --- | --- |
/// | fresh | answer | ask | answer |
/// | stale | ask | ask | answer |
/// | too old, or there is nothing | ask | ask | give up |
///
/// Something is fresh before it is as old as `fresh`, and too old as soon as it is as old as `kept`. What comes from the
/// future, because the clock was set back, is stale.
public struct CachePolicy: Hashable, Sendable {
    /// For something that there is.
    public var found: Lifetime
    /// For something that was said not to exist: it may since have been added.
    public var missing: Lifetime

    public struct Lifetime: Hashable, Sendable {
        public var fresh: Int
        public var kept: Int

        public init(fresh: Int, kept: Int) {
            self.fresh = fresh
            self.kept = kept
        }
    }

    public init(found: Lifetime, missing: Lifetime) {
        self.found = found
        self.missing = missing
    }

    /// What is printed in a book does not change; records of it are corrected now and then.
    public static let books = CachePolicy(
        found: Lifetime(fresh: 30 * day, kept: 365 * day), missing: Lifetime(fresh: day, kept: 7 * day))

    private static let day = 24 * 3600

    public enum Demand: CaseIterable, Sendable {
        case usual
        /// Nothing but what is said now will do.
        case newest
        /// Nobody can be asked: the answer did not come.
        case offline
    }

    public enum Decision: Sendable {
        /// From the cache.
        case answer
        case ask
        case giveUp
    }

    /// `age` is nil where there is nothing in the cache.
    public func decision(age: Int?, isMissing: Bool, demand: Demand) -> Decision {
        let lifetime = isMissing ? missing : found
        guard let age, age < lifetime.kept else { return demand == .offline ? .giveUp : .ask }
        return switch demand {
        case .usual: age >= 0 && age < lifetime.fresh ? .answer : .ask
        case .newest: .ask
        case .offline: .answer
        }
    }
}
