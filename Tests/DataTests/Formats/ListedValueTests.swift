import Domain
import Testing

@testable import Data

struct ListedValueTests {
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
