import Domain
import Testing

@testable import Data

struct BookSearchTests {
    /// A store looks for the value of a field in the member of its name.
    @Test func eachFieldIsTheMemberOfItsName() {
        let members = Set(MemberTable(of: BookRecord.self).members.map(\.name))
        for field in BookField.allCases { #expect(members.contains(field.rawValue), "\(field)") }
    }
}
