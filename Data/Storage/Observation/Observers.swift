import Synchronization

/// The observers of a value. Its owner calls `notify` after each change, in order, under whatever lock orders its
/// changes.
public final class Observers<Contents, Failure: Error>: Sendable {
    private struct Observer: Sendable {
        let notify: @Sendable (inout Contents) -> Void
        let fail: @Sendable (Failure) -> Void
    }

    private struct State {
        var observers: [Int: Observer] = [:]
        var nextNumber = 0
        /// Runs from the first observer with a `watch` until there are no observers.
        var watching: Task<Void, Never>?
    }

    private let state = Mutex(State())

    public init() {}

    public var isEmpty: Bool { state.withLock { $0.observers.isEmpty } }

    /// Adds an observer. Its elements are the values of `next`, called now and after each change; nil means nothing
    /// new. A failure of `next` is the last element.
    ///
    /// `watch` follows changes made by others. It starts unless one is running, and is cancelled with the last
    /// observer.
    public func add<Value: Sendable>(
        to contents: inout Contents, watch: (@Sendable () async -> Void)? = nil,
        next: @escaping @Sendable (inout Contents) throws(Failure) -> Value?
    ) -> AsyncStream<Result<Value, Failure>> {
        let (stream, continuation) = AsyncStream.makeStream(of: Result<Value, Failure>.self)
        let observer = Observer { contents in
            do throws(Failure) {
                if let value = try next(&contents) { continuation.yield(.success(value)) }
            } catch {
                continuation.yield(.failure(error))
                continuation.finish()
            }
        } fail: { error in
            continuation.yield(.failure(error))
            continuation.finish()
        }
        let number = state.withLock { state in
            state.nextNumber += 1
            state.observers[state.nextNumber] = observer
            if state.watching == nil, let watch { state.watching = Task { await watch() } }
            return state.nextNumber
        }
        continuation.onTermination = { [weak self] _ in self?.remove(number) }
        observer.notify(&contents)
        return stream
    }

    private func remove(_ number: Int) {
        let unneeded = state.withLock { state -> Task<Void, Never>? in
            state.observers[number] = nil
            return state.observers.isEmpty ? state.watching.take() : nil
        }
        unneeded?.cancel()
    }

    /// Calls `next` of every observer.
    public func notify(_ contents: inout Contents) {
        for observer in state.withLock({ Array($0.observers.values) }) { observer.notify(&contents) }
    }

    /// Ends all observers' streams with this error.
    public func fail(_ error: Failure) {
        for observer in state.withLock({ Array($0.observers.values) }) { observer.fail(error) }
    }
}
