import Data
import Domain
import Presentation
import TestTraits
import Testing

@testable import App

/// The environments that the previews of `App/SwiftUI/` show are what their names say. The views can't be built here.
@MainActor
@Suite(.endsIfItHangs)
struct PreviewEnvironmentsTests {
    private func list(_ environment: AppEnvironment) async -> BookListViewModel {
        let list = BookListViewModel(context: environment.context, preferences: environment.preferences)
        await list.content.load()
        return list
    }

    @Test func theSampleHasBooks() async {
        let list = await list(.demo())
        #expect(list.total == 7)
        #expect(list.rows.contains { $0.lentTo == "Ana" })
    }

    @Test func theEmptyOneIsReadAndHasNoBooks() async {
        let list = await list(.demo().with(.inMemory()))
        #expect(list.content.value != nil)
        #expect(list.total == 0)
    }

    @Test func theFailingOneSaysWhy() async {
        let unreadable = StoreChoice.file.library(in: "/dev/null", Variables { _ in nil })
        let list = await list(.demo().with(unreadable))
        #expect(list.content.value == nil)
        #expect(list.content.loadError?.message.contains("/dev/null/library.jsonl") == true)
        // Observing fails, too, rather than waiting for the folder.
        await list.observe()
        #expect(list.content.observeError != nil)
    }
}
