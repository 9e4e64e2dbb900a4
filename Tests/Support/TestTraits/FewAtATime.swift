import Synchronization
public import Testing

extension Trait where Self == FewAtATime {
    /// For tests that start processes, servers or terminals, and so use more of the machine than their own thread.
    public static var fewAtATime: Self { FewAtATime() }
}

extension Trait where Self == TimeLimitTrait {
    /// Names a test that hangs. It is the only limit of a test: what a test waits for, such as its turn, may take long on a
    /// busy machine. Beside other work on two slow cores, all tests together once took more than twenty minutes.
    public static var endsIfItHangs: Self { .timeLimit(.minutes(40)) }
}

/// Lets four of the tests that have this trait run at once, whatever their suite; the others wait without a thread.
public struct FewAtATime: SuiteTrait, TestTrait, TestScoping {
    public let isRecursive = true

    private static let turns = Turns(4)

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @concurrent @Sendable () async throws -> Void
    ) async throws {
        await Self.turns.begin()
        defer { Self.turns.end() }
        try await body()
    }
}

/// Lets a number of tasks work at once; the others wait in order of arrival. Each calls `begin`, and then `end` once.
public final class Turns: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    public init(_ count: Int) { state = Mutex(State(free: count)) }

    public func begin() async {
        await withCheckedContinuation { turn in
            let isFree = state.withLock { state in
                if state.free == 0 {
                    state.waiting.append(turn)
                    return false
                }
                state.free -= 1
                return true
            }
            if isFree { turn.resume() }
        }
    }

    public func end() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if !state.waiting.isEmpty { return state.waiting.removeFirst() }
            state.free += 1
            return nil
        }
        next?.resume()
    }
}
