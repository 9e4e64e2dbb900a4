import Observation

/// Carries out the changes that a full-screen view asks for, one at a time.
@MainActor
@Observable
final class ChangeQueue<Failure: Error> {
    /// Whether a change is being stored, or an editor is open.
    private(set) var isWorking = false
    @ObservationIgnored private var waiting: [Change] = []
    @ObservationIgnored private var work: Task<Failure?, Never>?

    /// A change, and why it failed, if it did.
    private typealias Change = (action: @MainActor () async -> Void, failure: @MainActor () -> Failure?)

    /// Carries out `action`. Until the change under way is done, it `waits`, because keys may be pressed faster than their
    /// changes are stored, or is refused: then it returns false. After a change with a `failure`, those that wait are left.
    /// `ended` is called once all is done, and says whether some were left.
    func carryOut(
        waits: Bool, _ action: @escaping @MainActor () async -> Void,
        failure: @escaping @MainActor () -> Failure?, ended: @escaping @MainActor (_ someWereLeft: Bool) -> Void
    ) -> Bool {
        if isWorking {
            if waits { waiting.append((action, failure)) }
            return waits
        }
        isWorking = true
        work = Task {
            await action()
            var failed = failure()
            while !waiting.isEmpty, failed == nil {
                let next = waiting.removeFirst()
                await next.action()
                failed = next.failure()
            }
            let someWereLeft = !waiting.isEmpty
            waiting = []
            isWorking = false
            ended(someWereLeft)
            return failed
        }
        return true
    }

    /// The change under way: its value is the error if it fails.
    var underWay: Task<Failure?, Never>? { isWorking ? work : nil }
}
