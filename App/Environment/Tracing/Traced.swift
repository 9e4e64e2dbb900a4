import Domain
import Storage

/// Wraps an implementation of a port, and records each call.
struct Traced<Base: Sendable>: Sendable {
    let base: Base
    let trace: Trace
    /// The name of the port, after that of the layer that owns it.
    let port: String
    /// The layer that implements it.
    private var layer: String { Trace.layer(of: Base.self) }

    init(_ base: Base, _ port: Any.Type, entity: String = "", _ trace: Trace) {
        (self.base, self.trace, self.port) = (base, trace, Trace.name(of: port) + entity)
    }

    /// The result of `work`, which calls the function of this name in `base`.
    func call<Value>(
        _ work: @autoclosure () async throws(LibraryError) -> Value, _ function: String = #function
    ) async throws(LibraryError) -> Value {
        try await call(throws: LibraryError.self, try await work(), function)
    }

    func callStore<Value>(
        _ work: @autoclosure () async throws(StorageError) -> Value, _ function: String = #function
    ) async throws(StorageError) -> Value {
        try await call(throws: StorageError.self, try await work(), function)
    }

    func call<Value, Failure>(
        throws failure: Failure.Type, _ work: @autoclosure () async throws(Failure) -> Value,
        _ function: String = #function
    ) async throws(Failure) -> Value {
        try await trace.call(layer, "\(port).\(function)", throws: failure, try await work())
    }

    /// The results of `observe`, which calls the function of this name in `base`.
    func results<Value: Sendable, Failure>(
        _ observe: @autoclosure @escaping @Sendable () -> AsyncStream<Result<Value, Failure>>,
        _ function: String = #function
    ) -> AsyncStream<Result<Value, Failure>> {
        let frame = Trace.frame
        return AsyncStream { continuation in
            let observing = Task {
                for await result in await call(throws: Never.self, observe(), function) {
                    let isValue = if case .success = result { true } else { false }
                    let what = isValue ? "value of \(port).\(function)" : "error \(Trace.name(of: Failure.self))"
                    trace.note("\(frame.layer) ← \(layer)  \(what)", frame.depth)
                    continuation.yield(result)
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in observing.cancel() }
        }
    }
}
