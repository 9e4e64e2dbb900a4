/// Prints each crossing of a boundary between layers, in order, for `--trace`. Without it nothing is wrapped.
///
/// A crossing is a call of a use case or a view model by App, a call through a port of the environment, or a value that
/// an observer is sent. Its line has the microseconds since the start, the caller, the layer that is called, and the
/// operation, after the layer that owns it. An error is named by its type: no line has anything that users store or keep
/// secret.
///
/// Properties are not traced, nor are use cases that view models call: no inner layer knows of a trace.
/// Of the full-screen view's models, only the start of observing is; what its keys do is seen where it reaches a port.
final class Trace: Sendable {
    /// The layer that the task is in, and the number of calls that led there.
    @TaskLocal static var frame: (layer: String, depth: Int) = ("App", 0)

    private let start = ContinuousClock.now
    private let print: @Sendable (String) -> Void

    /// `print` is called with each line, without a line feed.
    init(print: @escaping @Sendable (String) -> Void) {
        self.print = print
    }

    /// The result of `work`, which is a call of `operation` in the layer `callee`.
    func call<Value, Failure>(
        _ callee: String, _ operation: String, throws failure: Failure.Type,
        _ work: @autoclosure () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let (layer, depth) = Self.frame
        note("\(layer) → \(callee)  \(operation)", depth)
        let result = await Self.$frame.withValue((callee, depth + 1)) { () async -> Result<Value, Failure> in
            do throws(Failure) {
                return .success(try await work())
            } catch {
                return .failure(error)
            }
        }
        if case .failure = result { note("\(layer) ← \(callee)  error \(Self.name(of: failure))", depth) }
        return try result.get()
    }

    func note(_ crossing: String, _ depth: Int) {
        let time = "\((ContinuousClock.now - start) / .microseconds(1))".prefix { $0 != "." }
        let margin = String(repeating: " ", count: max(0, 8 - time.count))
        print("\(margin)\(time) µs  \(String(repeating: "  ", count: depth))\(crossing)")
    }

    /// The layer that declares the type: its module.
    static func layer(of type: Any.Type) -> String { String(String(reflecting: type).prefix { $0 != "." }) }

    /// The name of the type, after that of its layer.
    static func name(of type: Any.Type) -> String { "\(layer(of: type)).\(type)" }
}
