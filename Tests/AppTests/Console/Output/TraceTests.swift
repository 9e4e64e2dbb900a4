import Synchronization
import Testing

@testable import App

struct TraceTests {
    private struct Refusal: Error {}

    private let printed = Printed()
    private let trace: Trace

    private final class Printed: Sendable {
        private let texts = Mutex<[String]>([])
        func print(_ text: String) { texts.withLock { $0.append(text) } }
        /// Without the times.
        var lines: [String] { texts.withLock { $0 }.map { $0.replacing(#/^ *\d+ µs  /#, with: "") } }
    }

    init() { trace = Trace { [printed] in printed.print($0) } }

    /// Passes through two layers.
    private func ask(refuses: Bool) async throws(Refusal) -> Int {
        try await trace.call("Rules", "Rules.ask", throws: Refusal.self, try await look(refuses: refuses))
    }

    private func look(refuses: Bool) async throws(Refusal) -> Int {
        try await trace.call("Drawer", "Rules.Drawer.look", throws: Refusal.self, try take(refuses: refuses))
    }

    private func take(refuses: Bool) throws(Refusal) -> Int {
        if refuses { throw Refusal() }
        return 7
    }

    @Test func callsAreInOrderEachWithItsCaller() async throws {
        #expect(try await ask(refuses: false) == 7)
        #expect(try await look(refuses: false) == 7)
        #expect(
            printed.lines == [
                "App → Rules  Rules.ask", "  Rules → Drawer  Rules.Drawer.look", "App → Drawer  Rules.Drawer.look",
            ])
    }

    @Test func anErrorIsNamedByItsTypeInEachLayer() async {
        await #expect(throws: Refusal.self) { try await ask(refuses: true) }
        #expect(
            printed.lines.suffix(2) == [
                "  Rules ← Drawer  error AppTests.Refusal", "App ← Rules  error AppTests.Refusal",
            ])
    }

    @Test func typesAreNamedAfterTheirModule() {
        #expect(Trace.name(of: Refusal.self) == "AppTests.Refusal")
        #expect(Trace.name(of: (any Sequence).self) == "Swift.Sequence")
        #expect(Trace.layer(of: [Refusal].self) == "Swift")
    }

    @Test func thereIsNoneUnlessItIsAskedFor() {
        #expect(Trace(ConsoleOptions()) == nil)
        #expect(Trace(ConsoleOptions(isTraced: true)) != nil)
    }
}
