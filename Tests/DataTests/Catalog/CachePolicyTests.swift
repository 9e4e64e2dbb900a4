import Data
import Testing

/// Every row of the table of `CachePolicy`, a second before, at and after each limit.
struct CachePolicyTests {
    private static let policy = CachePolicy(
        found: CachePolicy.Lifetime(fresh: 100, kept: 1000), missing: CachePolicy.Lifetime(fresh: 10, kept: 50))

    private static let rows:
        [(age: Int?, isMissing: Bool, usual: CachePolicy.Decision, offline: CachePolicy.Decision)] =
            [
                (0, false, .answer, .answer), (99, false, .answer, .answer), (100, false, .ask, .answer),
                (101, false, .ask, .answer), (999, false, .ask, .answer), (1000, false, .ask, .giveUp),
                (1001, false, .ask, .giveUp),
                (0, true, .answer, .answer), (9, true, .answer, .answer), (10, true, .ask, .answer),
                (11, true, .ask, .answer), (49, true, .ask, .answer), (50, true, .ask, .giveUp),
                (51, true, .ask, .giveUp),
                // No answer; and answers from before the clock was set back.
                (nil, false, .ask, .giveUp), (nil, true, .ask, .giveUp), (-1, false, .ask, .answer),
                (-1, true, .ask, .answer),
            ]

    @Test(arguments: rows)
    func row(age: Int?, isMissing: Bool, usual: CachePolicy.Decision, offline: CachePolicy.Decision) {
        #expect(Self.policy.decision(age: age, isMissing: isMissing, demand: .usual) == usual)
        #expect(Self.policy.decision(age: age, isMissing: isMissing, demand: .newest) == .ask)
        #expect(Self.policy.decision(age: age, isMissing: isMissing, demand: .offline) == offline)
    }
}
