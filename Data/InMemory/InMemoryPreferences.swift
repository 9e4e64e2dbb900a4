public import Domain
import Synchronization

/// Choices that last as long as the program.
public final class InMemoryPreferences: PreferencesRepository {
    private struct State {
        var preferences: Preferences
        var chosen: Set<PreferenceKey> = []
    }

    private let state: Mutex<State>
    private let usual: Preferences
    private let subscribers = Subscribers<Preferences>()

    public init(_ usual: Preferences = Preferences()) {
        self.usual = usual
        state = Mutex(State(preferences: usual))
    }

    public func preferences() -> Preferences {
        state.withLock { $0.preferences }
    }

    public func chosen() -> Set<PreferenceKey> {
        state.withLock { $0.chosen }
    }

    public func choose(_ keys: Set<PreferenceKey>, from preferences: Preferences) {
        change { state in
            state.preferences.take(keys, from: preferences)
            state.chosen.formUnion(keys)
            // To choose no store is to leave the choice open.
            if state.preferences.store == nil { state.chosen.remove(.store) }
        }
    }

    public func forget(_ keys: Set<PreferenceKey>) {
        change { state in
            state.preferences.take(keys, from: usual)
            state.chosen.subtract(keys)
        }
    }

    public func observe() -> Updates<Preferences> {
        state.withLock { subscribers.subscribe(present: .success($0.preferences)) }
    }

    private func change(_ change: (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            subscribers.send(.success(state.preferences))
        }
    }
}

extension Preferences {
    /// Takes over the values of some choices.
    fileprivate mutating func take(_ keys: Set<PreferenceKey>, from other: Preferences) {
        for key in keys {
            switch key {
            case .sort: sort = other.sort
            case .loanDays: loanPeriod = other.loanPeriod
            case .color: color = other.color
            case .store: store = other.store
            }
        }
    }
}
