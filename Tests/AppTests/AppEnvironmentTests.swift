import Data
import Domain
import Storage
import Synchronization
import Testing

@testable import App

struct AppEnvironmentTests {
    private static let day = Day(daysSince1970: 20_000)

    @Test func overridingGivesAChangedCopy() {
        let original = AppEnvironment().with(\.today) { Self.day }
        let changed = original.with(\.today) { Self.day + 1 }
        #expect(original.today() == Self.day)
        #expect(changed.today() == Self.day + 1)
    }

    @Test func overridingOneValueLeavesTheOthers() async throws {
        let library = StoredLibrary.inMemory()
        let environment = AppEnvironment().with(\.library, library).with(\.randomBits) { 7 }
        #expect(environment.library as? StoredLibrary === library)
        #expect(environment.randomBits() == 7)
    }

    @Test func theContextOfUseCasesHasTheValuesOfTheEnvironment() async throws {
        let library = StoredLibrary.inMemory()
        let settings = MemoryKeyValueStore()
        try await settings.set(.rating, for: .sort)
        let environment = AppEnvironment().with(\.library, library).with(\.today) { Self.day }
            .with(\.randomBits) { 7 }.with(\.settings, settings)
        let context = environment.context
        #expect(context.library as? StoredLibrary === library)
        #expect(try await environment.preferences.preferences().sort == .rating)
        #expect(context.today() == Self.day)
        #expect(context.randomBits() == 7)
    }

    @Test func aMissingDependencyFailsByName() {
        let missing = Mutex<[String]>([])
        let environment = AppEnvironment { name in missing.withLock { $0.append(name) } }
            .with(\.today) { Self.day }
        #expect(environment.today() == Self.day)
        #expect(missing.withLock { $0 }.isEmpty)
        _ = environment.library
        _ = environment.settings
        _ = environment.catalog
        _ = environment.randomBits
        #expect(missing.withLock { $0 } == ["LibraryKey", "SettingsKey", "CatalogKey", "RandomBitsKey"])
    }

    @Test func aStoredLibraryHasEachOfItsRoles() {
        let library = StoredLibrary.inMemory()
        let environment = AppEnvironment().with(library)
        #expect(environment.library as? StoredLibrary === library)
        #expect(environment.maintenance as? StoredLibrary === library)
    }

    /// No default is made for a value that is provided, or read while it is written.
    @Test func overridingReadsNothing() {
        let missing = Mutex<[String]>([])
        let environment = AppEnvironment { name in missing.withLock { $0.append(name) } }
            .with(StoredLibrary.inMemory()).with(\.settings, MemoryKeyValueStore())
        _ = (environment.library, environment.maintenance, environment.settings)
        #expect(missing.withLock { $0 }.isEmpty)
    }

    @Test func defaultsAreAlwaysTheSame() {
        let library = AppEnvironment().library as? StoredLibrary
        #expect(library != nil)
        #expect(AppEnvironment().library as? StoredLibrary === library)
    }

    /// Without its library the program would silently keep nothing.
    @Test func theLiveEnvironmentProvidesEveryValue() async throws {
        let all = [
            "LibraryKey", "MaintenanceKey", "LibraryFilesKey", "OpenedStoreKey", "SettingsKey", "TodayKey",
            "RandomBitsKey", "TerminalEventsKey", "CatalogKey",
        ]
        #expect(AppEnvironment().missing == all)
        #expect(AppEnvironment().with(\.today) { Self.day }.missing == all.filter { $0 != "TodayKey" })
        let live = try await AppEnvironment.live(GlobalOptions(), Variables { $0 == "HOME" ? "/nowhere" : nil })
        #expect(live.missing == [])
    }

    @Test func theDemoHasBooksAndSharesNothing() async throws {
        let demo = AppEnvironment.demo { Self.day }
        let snapshot = try await demo.library.snapshot()
        #expect(snapshot.books.count == 7)
        #expect(snapshot.books.allSatisfy { $0.isbn != nil })
        #expect(snapshot.loans.count { $0.isOverdue(on: Self.day) } == 1)
        _ = try await RemoveBooks(demo.context)(
            snapshot.books.filter { $0.title == "Moby-Dick" }.map(\.id))
        #expect(try await AppEnvironment.demo().library.snapshot().books.count == 7)
    }

    @Test func theReadBooksOfTheDemoHaveAFinishedDay() async throws {
        let books = try await AppEnvironment.demo { Self.day }.library.books.all()
        #expect(books.filter { $0.finished != nil }.map(\.title).sorted() == ["Frankenstein", "Pride and Prejudice"])
        for book in books {
            #expect((book.status == .read) == (book.finished != nil))
            if let finished = book.finished { #expect((book.added...Self.day).contains(finished)) }
        }
    }
}
