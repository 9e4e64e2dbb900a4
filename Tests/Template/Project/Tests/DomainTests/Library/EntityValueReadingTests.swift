import Domain
import TestSupport
import Testing

/// How a value is read from texts, and which texts are refused.
struct EntityValueReadingTests {
    private static let color = EntityValue.choice(nil, of: ["white", "grey", "black"])
    private static let pebble = ReferencedType(Pebble.self)
    private static let kinds: [EntityValue] = [
        .text(nil), .integer(nil), .decimal(nil), .flag(nil), .day(nil), color, .names([]), .reference(nil, to: pebble),
    ]

    private func read(_ texts: String..., into value: EntityValue) throws -> EntityValue {
        try value.reading(texts, today: today, folding: folding)
    }

    private static let texts: [(String, EntityValue, EntityValue)] = [
        ("  A \n longer\ttext ", .text("Old"), .text("A longer text")),
        ("-7", .integer(nil), .integer(-7)),
        (" 42 ", .integer(1), .integer(42)),
        ("2.5", .decimal(nil), .decimal(2.5)),
        ("-3", .decimal(1), .decimal(-3)),
        ("2028-02-29", .day(nil), .day(Day(year: 2028, month: 2, day: 29))),
        ("Today", .day(nil), .day(today)),
        ("GREY", color, .choice("grey", of: ["white", "grey", "black"])),
        ("b; ;  c ; B", .names([]), .names(["b", "c"])),
        ("00000000000A", .reference(nil, to: pebble), .reference("00000000000a", to: pebble)),
    ]

    @Test(arguments: texts)
    func aTextBecomesAValueOfItsKind(_ text: String, _ old: EntityValue, _ new: EntityValue) throws {
        #expect(try read(text, into: old) == new)
    }

    @Test(arguments: [("yes", true), ("YES", true), ("True", true), ("no", false), ("No", false), ("FALSE", false)])
    func yesAndNoAreReadInAnyCase(_ text: String, _ flag: Bool) throws {
        #expect(try read(text, into: .flag(nil)) == .flag(flag))
    }

    private static let refused: [(String, EntityValue, ValueError)] = [
        ("1.5", .integer(nil), .notAWholeNumber),
        ("seven", .integer(nil), .notAWholeNumber),
        ("9223372036854775808", .integer(nil), .notAWholeNumber),
        ("1,5", .decimal(nil), .notANumber),
        ("many", .decimal(nil), .notANumber),
        ("infinity", .decimal(nil), .notANumber),
        ("nan", .decimal(nil), .notANumber),
        ("1e999", .decimal(nil), .notANumber),
        ("maybe", .flag(nil), .notYesOrNo),
        ("1", .flag(nil), .notYesOrNo),
        ("2026-02-29", .day(nil), .notADay),
        ("tomorrow", .day(nil), .notADay),
        ("22.11.2026", .day(nil), .notADay),
        ("gre", color, .notOneOf(["white", "grey", "black"])),
        ("00000000000", .reference(nil, to: pebble), .notAnIdentifier),
    ]

    @Test(arguments: refused)
    func anotherTextIsRefused(_ text: String, _ kind: EntityValue, _ error: ValueError) {
        #expect(throws: LibraryError.value(error)) { try read(text, into: kind) }
    }

    @Test(arguments: kinds) func aBlankTextIsRefusedByEachKind(_ kind: EntityValue) {
        #expect(throws: LibraryError.value(.blank)) { try read(" \n", into: kind) }
    }

    @Test func theLastOfSeveralTextsCounts() throws {
        #expect(try read("1", "2", into: .integer(nil)) == .integer(2))
        #expect(throws: LibraryError.value(.notAWholeNumber)) { try read("one", "2", into: .integer(nil)) }
    }

    @Test func namesAreAddedToThoseThatAreThere() throws {
        #expect(try read("dia; b", "c", into: .names(["Día"])) == .names(["Día", "b", "c"]))
    }

    @Test(arguments: kinds) func whatIsWrittenCanBeReadAgain(_ kind: EntityValue) throws {
        for n in 1...3 {
            let example = Example(of: kind, n)
            #expect(try read(example.text, into: kind) == example.value)
        }
    }
}
