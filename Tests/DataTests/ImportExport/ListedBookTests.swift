import Domain
import Testing

@testable import Data

struct ListedBookTests {
    /// Tables have an empty cell for a missing text.
    @Test func anEmptyTextIsAbsent() throws {
        var reading = ListReading(options: ImportOptions())
        let texts = try [ListedValue.cell(""), .text(""), .cell("Emma")].map { try String($0, &reading) }
        #expect(texts == [nil, nil, "Emma"])
        #expect(reading.warnings.isEmpty)
    }

    /// Without this, lists would leave out the values of a member.
    @Test func everyMemberOfABookCanBeListed() {
        var members = UnlistedMembers()
        var record = BookRecord()
        record.members(&members)
        #expect(members.names.isEmpty)
    }

    /// A book without an optional member of any type is read back without it.
    @Test func anEmptyCellIsAbsent() throws {
        let types: [any ListedMember.Type] = [String.self, ISBN.self, Rating.self, Day.self, ReadingStatus.self]
        for type in types {
            var reading = ListReading(options: ImportOptions())
            #expect(try type.init(.cell(""), &reading) == nil, "\(type)")
            #expect(reading.warnings.isEmpty)
        }
    }
}

private struct UnlistedMembers: MemberVisitor {
    private(set) var names: [StaticString] = []

    mutating func member<Value: MemberValue>(_ name: StaticString, _ value: inout Value, isRequired: Bool) {
        if !(Value.self is any ListedMember.Type) { names.append(name) }
    }
}
