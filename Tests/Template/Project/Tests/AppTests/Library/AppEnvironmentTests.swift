import Data
import Domain
import Storage
import Synchronization
import TestSupport
import Testing

@testable import App

struct AppEnvironmentTests {
    @Test func overridingGivesAChangedCopy() {
        let original = AppEnvironment().with(\.today) { today }
        let changed = original.with(\.today) { today + 1 }
        #expect(original.today() == today)
        #expect(changed.today() == today + 1)
    }

    @Test func useCasesGetTheValuesOfTheEnvironment() {
        let library = StoredLibrary.inMemory()
        let environment = AppEnvironment().with(library).with(\.today) { today }.with(\.randomBits) { 7 }
        let context = environment.context
        #expect(context.library as? StoredLibrary === library)
        #expect(environment.maintenance as? StoredLibrary === library)
        #expect(context.today() == today)
        #expect(context.randomBits() == 7)
        #expect(context.folding("Día") == "dia")
    }

    @Test func whatATestForgotIsReportedByName() {
        let missing = Mutex<[String]>([])
        let environment = AppEnvironment { name in missing.withLock { $0.append(name) } }.with(\.today) { today }
        #expect(environment.today() == today)
        #expect(missing.withLock { $0 }.isEmpty)
        _ = (environment.library, environment.settings, environment.randomBits)
        #expect(missing.withLock { $0 } == ["LibraryKey", "SettingsKey", "RandomBitsKey"])
    }

    @Test func eachKeyWithoutAValueIsMissing() {
        #expect(AppEnvironment().missing == AppEnvironment.keys.map { "\($0)" })
        #expect(
            Set(AppEnvironment().missing).isSuperset(of: ["LibraryKey", "MaintenanceKey", "SettingsKey", "TodayKey"]))
        let missing = AppEnvironment().with(\.today) { today }.missing
        #expect(missing == AppEnvironment().missing.filter { $0 != "TodayKey" })
    }

    /// With a default library the program would keep nothing, and say nothing.
    @Test func theLiveEnvironmentHasEachValue() async {
        await #expect(processExitsWith: .success) {
            let live = try await AppEnvironment.live(GlobalOptions(), Variables { $0 == "HOME" ? "/nowhere" : nil })
            #expect(live.missing == [])
        }
    }

    @Test func twoDemosShareNothing() async throws {
        let demo = AppEnvironment.demo { today }
        #expect(demo.today() == today)
        try await demo.settings.set(.never, for: .color)
        #expect(try await AppEnvironment.demo().settings.values().isEmpty)
        #expect(demo.library as? StoredLibrary !== AppEnvironment.demo().library as? StoredLibrary)
    }
}
