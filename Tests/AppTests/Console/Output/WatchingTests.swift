import Observation
import TestTraits
import Testing

@testable import App

/// Printing a value again after each change, without a window.
@MainActor
struct WatchingTests {
    @Observable
    final class Counter {
        var number = 1
        var failure: Failure?
    }

    struct Failure: Error {}

    private let counter = Counter()

    /// What is printed, as it is written; and the printing, which goes on until `end` is finished.
    private func watch() -> (
        printed: AsyncStream<String>, end: AsyncStream<Never>.Continuation, watching: Task<Void, any Error>
    ) {
        let (printed, print) = AsyncStream.makeStream(of: String.self)
        let (interruptions, end) = AsyncStream.makeStream(of: Never.self)
        let console = Console(
            Console.Appearance(), results: OutputBuffer { print.yield(String(decoding: $0, as: UTF8.self)) },
            messages: OutputBuffer { _ in })
        let events = TerminalEvents(
            interruptions: { interruptions }, windowSizes: { AsyncStream { _ in } })
        let watching = Task {
            try await console.watch(events) { () throws(Failure) in
                if let failure = counter.failure { throw failure }
                return counter.number
            } print: { number, lines in
                #expect(lines == nil)
                console.print("\(number)")
            }
        }
        return (printed, end, watching)
    }

    @Test(.endsIfItHangs) func onlyOtherValuesArePrintedUntilAnInterruption() async throws {
        let (printed, end, watching) = watch()
        var values = printed.makeAsyncIterator()
        #expect(await values.next() == "1\n\n")
        counter.number = 1
        counter.number = 2
        #expect(await values.next() == "2\n\n")
        end.finish()
        try await watching.value
    }

    @Test(.endsIfItHangs) func anErrorEndsIt() async throws {
        let (printed, end, watching) = watch()
        var values = printed.makeAsyncIterator()
        #expect(await values.next() == "1\n\n")
        counter.failure = Failure()
        await #expect(throws: Failure.self) { try await watching.value }
        end.finish()
    }
}
