import Data
import Domain
import Presentation
import TestSupport
import Testing

@testable import App

// What keys make of the menus.
extension BrowserStateTests {
    /// The last shelf is gone while the menu is open.
    @Test mutating func aMenuThatBecomesShorterKeepsALine() {
        content.known["shelf"] = ["A", "B"]
        press(.text("f"), .key(.end))
        content.known["shelf"] = []
        #expect(press(.text(" ")) == [query { $0.ratings = [.missing] }])
        content.query.shelfNames = ["Gone"]
        #expect(state.filters(content).last?.label == "shelf Gone")
    }

    @Test mutating func menusSortAndFilter() {
        #expect(press(.text("s"), .text("j"), .key(.enter)) == [.sort(1, isReversed: false)])
        #expect(state.mode == .list)
        content.sort = 5
        #expect(press(.text("s"), .key(.end), .key(.enter)) == [.sort(5, isReversed: true)])
        press(.key(.escape))
        #expect(press(.text("f"), .text("j"), .text(" ")) == [.loadNames("shelf"), query { $0.statuses = [.reading] }])
        content.query.statuses = [.reading]
        #expect(
            press(.text(" "), .text("j"), .text("j"), .text("j"), .text(" ")) == [
                query { _ in },
                query {
                    $0.statuses = [.reading]
                    $0.favoritesOnly = true
                },
            ])
        #expect(press(.key(.escape)) == [])
        #expect(state.mode == .list)
    }

    @Test mutating func aSlashNarrowsTheFilters() {
        content.known["shelf"] = ["Classics", "Été", "Sea"]
        func lines() -> [String] {
            state.screen(content).text.filter { $0.contains("[ ]") }.map { String($0.drop { $0 != "[" }.dropFirst(4)) }
        }
        press(.text("f"), .text("/"), .text("e"), .text("T"))
        #expect(lines().map { $0.prefix(9) } == ["shelf Été"])
        #expect(state.screen(content).text.contains { $0.contains(" /eT ") })
        // The keys of the menu are text now, but for those that select and choose.
        press(.text("q"))
        #expect(lines() == [] && state.screen(content).text.contains { $0.contains("nothing has this text") })
        #expect(press(.key(.enter)) == [] && state.mode == .list)
        press(.text("f"), .text("/"), .text("s"), .text("e"), .text("j"), .key(.backspace), .key(.down), .key(.up))
        #expect(state.screen(content).text.last == "enter choose, close  escape close  ↑↓ select")
        #expect(press(.key(.enter)) == [query { $0.shelfNames = ["Sea"] }])
        #expect(state.mode == .list)
    }

    @Test mutating func enterOnANameShowsOnlyWhatHasIt() {
        content.known["shelf"] = ["Classics", "SF"]
        #expect(press(.text("f"), .key(.end), .key(.enter)).last == query { $0.shelfNames = ["SF"] })
        #expect(state.mode == .list)
    }

    @Test mutating func filtersForRatingsAndShelves() throws {
        content.known["shelf"] = ["Classics", "SF"]
        #expect(press(.text("f"), .key(.end), .text(" ")).last == query { $0.shelfNames = ["SF"] })
        content.query.shelfNames = ["SF"]
        #expect(press(.text(" ")) == [query { _ in }])
        content.query.shelfNames = []
        #expect(press(.text("k"), .text("k"), .text(" ")) == [query { $0.ratings = [.missing] }])
        let four = try #require(Rating(4))
        press(.text("k"), .text("k"), .text("k"))
        #expect(press(.text("k"), .text(" ")) == [query { $0.ratings = [.within(from: four, through: nil)] }])
        content.query.ratings = [.within(from: four, through: nil)]
        #expect(state.filters(content).filter { $0.isOn(in: content.query) }.map(\.label) == ["★★★★ or more"])
    }
}
