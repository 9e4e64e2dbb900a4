import Domain
import Testing

@testable import Data

struct BookRecordTests {
    /// A field that is missing in one of them is not stored, or can't be seen.
    @Test func whatIsStoredIsWhatABookHas() {
        #expect(BookRecord.memberNames.map(\.description) == ["id"] + BookField.allCases.map(\.rawValue))
    }
}
