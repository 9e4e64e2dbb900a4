import Domain
import Testing

@testable import Data

struct ListedValueTests {
    /// A table has an empty cell for a text that a book lacks.
    @Test func anEmptyTextIsNone() throws {
        var warnings: [ImportWarning] = []
        let texts = try [ListedValue.cell(""), .text(""), .cell("Emma")].map { try String($0, &warnings) }
        #expect(texts == [nil, nil, "Emma"])
        #expect(warnings.isEmpty)
    }
}
