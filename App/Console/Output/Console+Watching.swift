import Observation

/// What happens to a terminal while a command goes on.
struct TerminalEvents: Sendable {
    /// A stream that ends when the user interrupts the program, or when nobody reads its output any more. No
    /// interruption is missed once this has returned.
    let interruptions: @Sendable () async -> AsyncStream<Never>
    /// The size of the terminal, now and after each change.
    let windowSizes: @Sendable () -> AsyncStream<TerminalSize>

    /// No window, and no interruption but the end of the task.
    static let none = TerminalEvents(
        interruptions: { AsyncStream { _ in } }, windowSizes: { AsyncStream { _ in } })

    static let ofThisProcess = TerminalEvents(
        interruptions: SystemProcess.interruptions, windowSizes: SystemProcess.windowSizes)
}

extension Console {
    /// Prints a value now and after each change, until an interruption, an error, or the loss of the output.
    ///
    /// `read` takes the value from observable state. `print` is given the number of lines of the terminal, if it is
    /// cleared for each value; elsewhere the values come one after the other, for people with an empty line between.
    func watch<Value: Equatable, Failure>(
        _ events: TerminalEvents, _ read: () throws(Failure) -> Value, print: (Value, _ lines: Int?) -> Void
    ) async throws(Failure) {
        let (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let interruptions = await events.interruptions()
        let waiting = Task {
            for await _ in interruptions {}
            change.finish()
        }
        var isResized = false
        let resizing = Task { @MainActor in
            for await size in events.windowSizes() {
                guard resize(to: size) else { continue }
                isResized = appearance.canClear
                change.yield()
            }
        }
        defer {
            waiting.cancel()
            resizing.cancel()
        }
        var shown: Value?
        var next = changes.makeAsyncIterator()
        repeat {
            let result = withObservationTracking {
                Result { () throws(Failure) in try read() }
            } onChange: {
                // Called before the change; by the time this is read, it has been made.
                change.yield()
            }
            let value = try result.get()
            if value != shown || isResized {
                let isCleared = !appearance.isJSON && clear()
                print(value, isCleared ? appearance.height : nil)
                if !appearance.isJSON, !isCleared { self.print() }
                if flush() != nil { break }
            }
            shown = value
            isResized = false
        } while await next.next() != nil
    }
}
