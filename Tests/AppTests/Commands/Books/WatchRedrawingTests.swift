import Data
import Domain
import TestTraits
import Testing

@testable import App

/// `watch` on a terminal whose size changes.
@MainActor
struct WatchRedrawingTests {
    @Test(.endsIfItHangs) func theListFitsTheWindowAndFollowsItsSize() async throws {
        let day = Day(daysSince1970: 20_788)
        let books = try (1...9).map { try book($0, "Book \($0)", by: "Ana", added: day) }
        let (screens, screen) = AsyncStream.makeStream(of: String.self)
        let appearance = Console.Appearance(isTerminal: true, width: 60, height: 6, canClear: true, isQuiet: true)
        let console = Console(
            appearance, results: OutputBuffer { screen.yield(String(decoding: $0, as: UTF8.self)) },
            messages: OutputBuffer { _ in })
        let (sizes, size) = AsyncStream.makeStream(of: TerminalSize.self)
        let (interruptions, interruption) = AsyncStream.makeStream(of: Never.self)
        let environment = AppEnvironment()
            .with(\.library, StoredLibrary.inMemory(LibrarySnapshot(books: books)))
            .with(
                \.terminalEvents,
                TerminalEvents(interruptions: { interruptions }, windowSizes: { sizes }))
        let watching = Task {
            try await WatchCommand<Book>().run(in: AppSession(environment: environment, console: console))
        }
        var shown = screens.makeAsyncIterator()

        let first = try #require(await shown.next())
        #expect(first.hasPrefix("\u{1B}[H\u{1B}[2J"))
        // The last of the six lines is the cursor's, the one before it for a message.
        #expect(first.split(separator: "\n").count == 4)

        size.yield(TerminalSize(columns: 20, lines: 24))
        let second = try #require(await shown.next())
        #expect(second.hasPrefix("\u{1B}[H\u{1B}[2J"))
        let lines = second.dropFirst(7).split(separator: "\n")
        #expect(lines.count == 10)
        #expect(lines.allSatisfy { $0.count <= 20 })

        // The same size again draws nothing.
        size.yield(TerminalSize(columns: 20, lines: 24))
        size.yield(TerminalSize(columns: 60, lines: 1))
        #expect(try #require(await shown.next()).split(separator: "\n").count == 2)

        interruption.finish()
        #expect(try await watching.value == .done)
    }
}
