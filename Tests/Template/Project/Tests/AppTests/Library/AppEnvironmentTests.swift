import Data
import Domain
import Storage
import Synchronization
import TestSupport
import Testing

@testable import App

struct AppEnvironmentTests {
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
