import Observation

/// What happens to a terminal while a command goes on.
struct TerminalEvents: Sendable {
    /// Returns when the user interrupts the program, or when nobody reads its output any more.
    let interruption: @Sendable () async -> Void
    /// The size of the terminal, now and after each change.
    let windowSizes: @Sendable () -> AsyncStream<TerminalSize>

    /// No window, and no interruption but the end of the task.
    static let none = TerminalEvents(
        interruption: {
            let (never, _) = AsyncStream.makeStream(of: Void.self)
            for await _ in never {}
        }, windowSizes: { AsyncStream { _ in } })
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
        let waiting = Task {
            await events.interruption()
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
        // Lets the tasks begin, so that an interruption after the first value is not missed.
        await Task.yield()
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
