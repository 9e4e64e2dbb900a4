import Domain
import Testing

@testable import Data

struct ListedBookTests {
    /// Tables have an empty cell for a missing text.
    @Test func anEmptyTextIsAbsent() throws {
        var warnings: [ImportWarning] = []
        let texts = try [ListedValue.cell(""), .text(""), .cell("Emma")].map { try String($0, &warnings) }
        #expect(texts == [nil, nil, "Emma"])
        #expect(warnings.isEmpty)
    }

    /// A book without an optional member of any type is read back without it.
    @Test func anEmptyCellIsAbsent() throws {
        let types: [any MemberValue.Type] = [String.self, ISBN.self, Rating.self, Day.self, ReadingStatus.self]
        for type in types {
            var warnings: [ImportWarning] = []
            #expect(try type.init(.cell(""), &warnings) == nil, "\(type)")
            #expect(warnings.isEmpty)
        }
    }
}
