import Domain
import Presentation
import TestSupport
import Testing

/// What people type into a form, valid or not.
struct EntityFormTests {
    @Test func anEmptyFormNamesTheRequiredFields() {
        let form = EntityForm<PebbleDraft>()
        #expect(form.problems == [.name: "NAME is missing", .grams: "GRAMS is missing"])
        for field in PebbleField.allCases { #expect(form.text(of: field) == "") }
    }

    @Test(arguments: PebbleField.allCases) func whatIsTypedBecomesAValue(_ field: PebbleField) throws {
        var form = try form("Opal")
        let example = Example(of: field.kind, 3)
        form.type(" \(example.text)\n", into: field)
        #expect(form.draft[field] == example.value)
        #expect(form.text(of: field) == example.text)
        #expect(form.problems.isEmpty)
    }

    @Test(arguments: [
        (PebbleField.grams, "GRAMS takes a whole number"), (.hardness, "HARDNESS takes a number"),
        (.isRound, "ISROUND takes yes or no"), (.color, "COLOR takes white, grey or black"),
        (.found, "FOUND takes a day of the calendar, written like 2026-12-31, or today or yesterday"),
    ])
    func whatCantBeReadIsKeptAndExplained(_ field: PebbleField, _ problem: String) throws {
        var form = try form("Opal")
        form.type("perhaps", into: field)
        #expect(form.problems == [field: problem])
        #expect(form.text(of: field) == "perhaps")
        #expect(form.draft[field] == field.kind)
        form.type(Example(of: field.kind, 1).text, into: field)
        #expect(form.problems.isEmpty)
    }

    @Test func aBlankTextEmptiesAField() throws {
        var form = try form("Opal")
        form.type("today", into: .found)
        form.type(" ", into: .found)
        #expect(form.draft[.found] == .day(nil))
        #expect(form.problems.isEmpty)
        form.type("\t", into: .name)
        #expect(form.problems == [.name: "NAME is missing"])
    }

    @Test func typedNamesReplaceThoseThatWereThere() throws {
        var form = try form("Opal")
        form.type("a; b", into: .places)
        form.type("b;c; B", into: .places)
        #expect(form.draft[.places] == .names(["b", "c"]))
    }

    @Test func formsDifferInWhatWasTyped() throws {
        var form = try form("Opal")
        form.type("perhaps", into: .found)
        #expect(form != (try self.form("Opal")))
        form.type("", into: .found)
        #expect(form == (try self.form("Opal")))
    }

    private func form(_ name: String) throws -> EntityForm<PebbleDraft> { EntityForm(try pebble(1, name).draft) }
}
