import Dispatch
import Synchronization

/// Counts calls on the main actor and elsewhere.
final class MainActorCalls: Sendable {
    /// On Linux any thread may run the main actor's jobs, but they are always on the main queue.
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    private let counts = Mutex((onMainActor: 0, onOthers: 0))

    var onMainActor: Int { counts.withLock(\.onMainActor) }
    var onOthers: Int { counts.withLock(\.onOthers) }

    func note() {
        let isOnMainActor = DispatchQueue.getSpecific(key: Self.key) == true
        counts.withLock { if isOnMainActor { $0.onMainActor += 1 } else { $0.onOthers += 1 } }
    }
}
