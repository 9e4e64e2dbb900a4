import Synchronization

/// The observers of something that changes. Its owner tells them of each change in order, under whatever keeps its
/// changes in order.
public final class Observers<Contents, Failure: Error>: Sendable {
    private struct Observer: Sendable {
        let tell: @Sendable (inout Contents) -> Void
        let fail: @Sendable (Failure) -> Void
    }

    private struct State {
        var observers: [Int: Observer] = [:]
        var nextNumber = 0
        /// Runs while there are observers.
        var watching: Task<Void, Never>?
    }

    private let state = Mutex(State())

    public init() {}

    public var isEmpty: Bool {
        state.withLock { $0.observers.isEmpty }
    }

    /// A new observer. `next` makes what it is told of `contents`, now and after each change; nil for nothing new. A
    /// failure of it is the last the observer hears.
    ///
    /// `watch` looks out for changes that others make. It is started with the first observer, and its task is cancelled
    /// with the last.
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
        observer.tell(&contents)
        return stream
    }

    private func remove(_ number: Int) {
        let unneeded = state.withLock { state -> Task<Void, Never>? in
            state.observers[number] = nil
            return state.observers.isEmpty ? state.watching.take() : nil
        }
        unneeded?.cancel()
    }

    /// Tells every observer what is new for it.
    public func tell(_ contents: inout Contents) {
        for observer in state.withLock({ Array($0.observers.values) }) { observer.tell(&contents) }
    }

    /// The last that the observers hear.
    public func fail(_ error: Failure) {
        for observer in state.withLock({ Array($0.observers.values) }) { observer.fail(error) }
    }
}
