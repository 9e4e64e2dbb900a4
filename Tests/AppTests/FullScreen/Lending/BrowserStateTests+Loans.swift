import Domain
import TestSupport
import Testing

@testable import App

extension BrowserStateTests {
    @Test mutating func filtersForLentAndOverdueBooks() throws {
        press(.text("f"), .key(.end))
        let filters = state.filters(content)
        let lent = try #require(filters.firstIndex { $0.label == "lent" })
        let overdue = try #require(filters.firstIndex { $0.label == "overdue" })
        for _ in overdue..<filters.count - 1 { press(.text("k")) }
        let query = BookQuery { $0.due = [.within(from: nil, through: content.today + -1)] }
        #expect(press(.text(" ")) == [.show(query)])
        content.query = query
        #expect(press(.text(" ")) == [.show(BookQuery())])
        content.query = BookQuery()
        for _ in lent..<overdue { press(.text("k")) }
        #expect(press(.text(" ")) == [.show(BookQuery { $0.lentOnly = true })])
    }
}
