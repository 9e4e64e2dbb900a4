import Domain
import TestSupport
import Testing

/// How a value is written, emptied and changed.
struct EntityValueTests {
    private static let texts: [(EntityValue, String)] = [
        (.text("A text"), "A text"), (.integer(-7), "-7"), (.decimal(2.5), "2.5"), (.decimal(3), "3"),
        (.decimal(-0.25), "-0.25"), (.decimal(1e21), "1e+21"), (.flag(true), "yes"), (.flag(false), "no"),
        (.day(Day("2026-11-22")), "2026-11-22"), (.choice("grey", of: ["white", "grey"]), "grey"),
        (.names(["a", "b"]), "a; b"),
    ]

    @Test(arguments: texts) func aValueIsWrittenAsOneText(_ value: EntityValue, _ text: String) {
        #expect(value.text == text)
    }

    private static let empty: [(EntityValue, EntityValue)] = [
        (.text("A text"), .text(nil)), (.integer(-7), .integer(nil)), (.decimal(2.5), .decimal(nil)),
        (.flag(false), .flag(nil)), (.day(today), .day(nil)), (.names(["a"]), .names([])),
        (.choice("grey", of: ["white", "grey"]), .choice(nil, of: ["white", "grey"])),
    ]

    @Test(arguments: empty) func anEmptyValueIsOfTheSameKindAndHasNoText(_ value: EntityValue, _ empty: EntityValue) {
        #expect(value.empty == empty)
        #expect(empty.text == "")
    }

    @Test func onlyNamesAreAList() {
        #expect(EntityValue.names([]).isList)
        #expect(!Self.empty.map(\.1).dropLast(2).contains { $0.isList })
    }

    @Test func namesAreRemovedWhateverTheirCaseAndAccents() {
        let names = EntityValue.names(["Día", "b", "c"])
        #expect(names.removing("dia; C; x", folding: folding) == .names(["b"]))
    }

    @Test(arguments: empty.dropLast(2))
    func removingFromAnotherKindEmptiesIt(_ value: EntityValue, _ empty: EntityValue) {
        #expect(value.removing("anything", folding: folding) == empty)
    }

    @Test func aChangeIsRepeatedOnWhatOthersHaveWritten() {
        #expect(EntityValue.text("theirs").repeating(changeFrom: .text("old"), to: .text("mine")) == .text("mine"))
        #expect(EntityValue.integer(3).repeating(changeFrom: .integer(1), to: .integer(nil)) == .integer(nil))
    }

    @Test func aChangeConflictsWithAnotherOne() {
        func conflicts(_ theirs: String, _ before: String, _ mine: String) -> Bool {
            EntityValue.text(theirs).conflicts(withChangeFrom: .text(before), to: .text(mine))
        }
        #expect(conflicts("theirs", "old", "mine"))
        #expect(!conflicts("old", "old", "mine") && !conflicts("theirs", "old", "old"))
        #expect(!conflicts("mine", "old", "mine"))
        #expect(!EntityValue.names(["a"]).conflicts(withChangeFrom: .names([]), to: .names(["b"])))
    }

    @Test func withoutAChangeWhatOthersHaveWrittenStays() {
        #expect(EntityValue.text("theirs").repeating(changeFrom: .text("old"), to: .text("old")) == .text("theirs"))
    }

    @Test func namesThatOthersHaveAddedStay() {
        let theirs = EntityValue.names(["a", "b", "theirs"])
        let mine = theirs.repeating(changeFrom: .names(["a", "b"]), to: .names(["b", "mine"]))
        #expect(mine == .names(["b", "theirs", "mine"]))
    }
}
