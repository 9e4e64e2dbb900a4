/// Whether to use a cached answer or to ask again. Ages are in seconds, and measured by the caller.
///
/// | the cached answer is | usually | when the newest is demanded | when asking failed |
/// | --- | --- | --- | --- |
/// | fresh | answer | ask | answer |
/// | stale | ask | ask | answer |
/// | too old or missing | ask | ask | give up |
///
/// An answer is fresh while it is younger than `fresh`, and too old from the age `kept` on. An answer from the future,
/// after the clock was set back, is stale.
public struct CachePolicy: Hashable, Sendable {
    public struct Lifetime: Hashable, Sendable {
        public var fresh: Int
        public var kept: Int

        public init(fresh: Int, kept: Int) {
            self.fresh = fresh
            self.kept = kept
        }
    }

    /// For something that exists.
    public var found: Lifetime
    /// For something that doesn't exist: it may be added soon.
    public var missing: Lifetime

    public init(found: Lifetime, missing: Lifetime) {
        self.found = found
        self.missing = missing
    }

    public enum Demand: CaseIterable, Sendable {
        case usual
        /// Only a new answer.
        case newest
        /// Asking has failed, or is not possible.
        case offline
    }

    public enum Decision: Sendable {
        /// From the cache.
        case answer
        case ask
        case giveUp
    }

    /// `age` is nil if the cache has no answer.
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
