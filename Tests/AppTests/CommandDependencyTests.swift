import Data
import Domain
import Presentation
import Storage
import Synchronization
import TestSupport
import Testing

@testable import App

/// Commands in a test environment, which reports the use of a missing dependency.
@MainActor
struct CommandDependencyTests {
    private let today = Day(daysSince1970: 20_000)

    /// Provides only the settings and random bits.
    private func environment() -> AppEnvironment {
        AppEnvironment { name in Issue.record("the test did not provide \(name)") }
            .with(\.settings, MemoryKeyValueStore()).with(\.randomBits) { 7 }
    }

    private func run(_ command: some Command, in environment: AppEnvironment) async throws -> App.ExitStatus {
        let console = Console(
            Console.Appearance(), results: OutputBuffer { _ in }, messages: OutputBuffer { _ in })
        return try await command.run(in: AppSession(environment: environment, console: console))
    }

    @Test func aPeriodUpToTodayEndsOnTheDayOfTheEnvironment() async throws {
        let arguments = ["list", "--added", "..today", "--finished", "today"]
        guard case .run(let command, _, _) = try Parser<GlobalOptions>.request(arguments, of: CommandGroup.bookshelf),
            let list = command as? ListCommand<Book>
        else {
            Issue.record("\(arguments) is no list")
            return
        }
        let environment = environment().with(\.library, StoredLibrary.inMemory()).with(\.today) { today }
        let query = try await list.query(environment.context)
        #expect(query.added == [.within(from: nil, through: today)])
        #expect(query.finished == [.within(from: today, through: today)])
    }

    @Test func aForgottenDependencyIsNamed() async throws {
        let missing = Mutex<[String]>([])
        let environment = AppEnvironment { name in missing.withLock { $0.append(name) } }
            .with(\.settings, MemoryKeyValueStore()).with(\.library, StoredLibrary.inMemory())
            .with(\.randomBits) { 7 }
        var add = AddCommand<Book>()
        add.name = "Dune"
        add.options.given[.authors] = ["Frank Herbert"]
        _ = try await run(add, in: environment)
        #expect(missing.withLock { Set($0) } == ["TodayKey"])
    }

    @Test(arguments: [("y", true), ("YES", true), ("n", false), ("", false), ("yeah", false), (nil, false)])
    func onATerminalRemovingAsksFirst(answer: String?, removes: Bool) async throws {
        let book = try book(1, "Dune", by: "Ana", added: today)
        let library = StoredLibrary.inMemory(LibrarySnapshot(books: [book]))
        let environment = environment().with(\.library, library).with(\.today) { today }
        let messages = Mutex<[UInt8]>([])
        let console = Console(
            Console.Appearance(answer: { answer }), results: OutputBuffer { _ in },
            messages: OutputBuffer { bytes in messages.withLock { $0 += Array(bytes) } })
        var remove = RemoveCommand<Book>()
        // An exact title too.
        remove.entities = ["dune"]
        let status = try await remove.run(in: AppSession(environment: environment, console: console))
        #expect(status == (removes ? .done : .refused))
        #expect(try await library.books.all().isEmpty == removes)
        let text = String(decoding: messages.withLock { $0 }, as: UTF8.self)
        let named = "\"Dune\" by Ana (000000000001)"
        let end = removes ? "Removed \(named).\n" : (answer == nil ? "\n" : "") + "Nothing was removed.\n"
        #expect(text == "\(named)\nRemove this book? [y/N] " + end)
    }

    @Test func aBookIsAddedWithTheGivenDayAndRandomBits() async throws {
        let library = StoredLibrary.inMemory()
        let environment = environment().with(\.library, library).with(\.today) { today }
        var add = AddCommand<Book>()
        add.name = "Dune"
        add.options.given[.authors] = ["Frank Herbert"]
        #expect(try await run(add, in: environment) == .done)
        let book = try #require(try await library.books.all().first)
        #expect(book.id == Book.ID(bits: 7))
        #expect(book.added == today)
    }
}
