import Domain
import Testing

@testable import Data

struct ListedBookTests {
    /// A table has an empty cell for a text that a book lacks.
    @Test func anEmptyTextIsNone() throws {
        var warnings: [ImportWarning] = []
        let texts = try [ListedValue.cell(""), .text(""), .cell("Emma")].map { try String($0, &warnings) }
        #expect(texts == [nil, nil, "Emma"])
        #expect(warnings.isEmpty)
    }

    /// Whatever the type of an optional member, a book without it comes back from a table without it.
    @Test func anEmptyCellSaysNothing() throws {
        let types: [any MemberValue.Type] = [String.self, ISBN.self, Rating.self, Day.self, ReadingStatus.self]
        for type in types {
            var warnings: [ImportWarning] = []
            #expect(try type.init(.cell(""), &warnings) == nil, "\(type)")
            #expect(warnings.isEmpty)
        }
    }
}
