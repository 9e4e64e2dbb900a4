import Data
import TestSupport
import Testing

@testable import Domain

/// What each kind of field reads, removes, repeats and merges.
struct FieldKindTests {
    private let folding = TextFolding.caseAndAccents

    private func read(_ kind: FieldKind, _ texts: String..., in value: FieldValue) throws(LibraryError) -> FieldValue {
        try kind.reading(texts, in: value, today: today, folding: folding)
    }

    private func named(_ texts: KeyValuePairs<String, String>) throws -> FieldValue {
        var named = NamedTexts()
        for (name, text) in texts { named[try #require(TextName(name))] = text }
        return .namedTexts(named)
    }

    /// Views hold many of them.
    @Test func aValueIsSmall() {
        #expect(MemoryLayout<FieldValue>.size <= 17)
    }

    /// A change from one value to another, and what the value is by now; 0 is none.
    @Test(
        arguments: [
            (before: 1, after: 2, now: 1, conflicts: false), (1, 2, 2, false), (1, 2, 3, true), (1, 2, 0, true),
            (1, 0, 1, false), (1, 0, 0, false), (1, 0, 3, true), (0, 2, 3, true), (1, 1, 3, false),
        ])
    func aChangeConflictsWithAnotherChangeOfTheSameValue(before: Int, after: Int, now: Int, conflicts: Bool) throws {
        func text(_ number: Int) -> FieldValue { number == 0 ? .none : .text("\(number)") }
        #expect(
            FieldKind(.line).conflicts(withChangeFrom: text(before), to: text(after), now: text(now)) == conflicts)
        // A change to another name makes no difference.
        func texts(_ number: Int, _ other: String) throws -> FieldValue {
            try number == 0 ? named(["other": other]) : named(["one": "\(number)", "other": other])
        }
        let (old, new, current) = (try texts(before, "a"), try texts(after, "a"), try texts(now, "b"))
        #expect(FieldKind(.namedTexts).conflicts(withChangeFrom: old, to: new, now: current) == conflicts)
        // The order of names matters where they are entered all at once.
        func names(_ number: Int) -> FieldValue { .names(number == 0 ? [] : ["\(number)", "x"]) }
        #expect(
            FieldKind(.orderedNames).conflicts(withChangeFrom: names(before), to: names(after), now: names(now))
                == conflicts)
        #expect(!FieldKind(.names).conflicts(withChangeFrom: names(before), to: names(after), now: names(now)))
    }

    @Test(arguments: [(0, false), (1, true), (100_000, true), (100_001, false), (-1, false)])
    func aNumberIsWithinItsBounds(_ number: Int, _ isAllowed: Bool) throws {
        let kind = FieldKind(.number(1...100_000))
        if isAllowed {
            #expect(try read(kind, "\(number)", in: .none) == .number(number))
        } else {
            #expect(throws: LibraryError.value(.notInRange(1...100_000))) { try read(kind, "\(number)", in: .none) }
        }
    }

    @Test func onlyAFewNumbersAreToChooseFrom() {
        #expect(FieldKind(.number(1...10)).fewNumbers == 1...10)
        #expect(FieldKind(.number(1...11)).fewNumbers == nil)
        #expect(FieldKind.anyNumber.fewNumbers == nil)
    }

    /// The kinds that books lack.
    @Test func decimalsFlagsAndReferencesAreRead() throws {
        #expect(try read(FieldKind(.decimal), "-2.5", in: .none) == .decimal(-2.5))
        for text in ["1,5", "many", "nan", "1e999"] {
            #expect(throws: LibraryError.value(.notANumber)) { try read(FieldKind(.decimal), text, in: .none) }
        }
        #expect(try read(FieldKind(.flag), "No", in: .none) == .flag(false))
        #expect(throws: LibraryError.value(.notYesOrNo)) { try read(FieldKind(.flag), "1", in: .none) }
        let reference = FieldKind.reference(to: Book.self)
        #expect(try read(reference, "00000000000A", in: .none) == Book.ID(bits: 10).fieldValue)
        #expect(throws: LibraryError.value(.notAnIdentifier)) { try read(reference, "dune", in: .none) }
        #expect(throws: LibraryError.value(.notInRange(.min ... .max))) { try read(.anyNumber, "1.5", in: .none) }
        #expect([FieldValue.decimal(3), .decimal(2.5), .reference(10)].map(\.text) == ["3", "2.5", "00000000000a"])
    }

    @Test func namesAreComparedIgnoringCaseAndAccents() throws {
        let kind = FieldKind(.names)
        let names = try read(kind, "DIA", " hills ", in: .names(["Sea", "día"]))
        #expect(names == .names(["Sea", "día", "hills"]))
        #expect(try kind.removing("Dia ", from: names, folding: folding) == .names(["Sea", "hills"]))
        #expect(try kind.removing("attic", from: names, folding: folding) == names)
        #expect(throws: LibraryError.value(.blank)) { try kind.removing(" ", from: names, folding: folding) }
    }

    /// Those that others have added meanwhile stay.
    @Test func namesAreAddedAndRemovedOneByOne() {
        let change = FieldKind(.names).repeating(
            changeFrom: .names(["a", "b"]), to: .names(["b", "c"]), in: .names(["x", "a", "b"]))
        #expect(change == .names(["x", "b", "c"]))
        let ordered = FieldKind(.orderedNames).repeating(
            changeFrom: .names(["a", "b"]), to: .names(["b", "c"]), in: .names(["x", "a", "b"]))
        #expect(ordered == .names(["b", "c"]))
    }

    @Test func orderedNamesReplaceTheOldOnes() throws {
        #expect(try read(FieldKind(.orderedNames), "Ben", "Cem", in: .names(["Ana"])) == .names(["Ben", "Cem"]))
    }

    @Test func namedTextsAreRemovedByName() throws {
        let (kind, texts) = (FieldKind(.namedTexts), try named(["One": "1"]))
        #expect(throws: LibraryError.value(.notAName)) { try kind.removing("a=b", from: texts, folding: folding) }
        #expect(try kind.removing("Two", from: texts, folding: folding) == texts)
        #expect(try kind.removing("one", from: texts, folding: folding) == .namedTexts(NamedTexts()))
    }

    /// Whatever is there already, many texts come out as one by one.
    @Test(arguments: [[], ["One"], ["two", "Three 2"], ["THREE"]])
    func manyTextsAreAddedAsOneByOne(_ known: [String]) throws {
        let names = try ["One", "Two", "Three", "Three 2", "Four"].map { try #require(TextName($0)) }
        var (many, single) = (NamedTexts(), NamedTexts())
        for name in known { single.add("known", named: try #require(TextName(name))) }
        many = single
        let texts = zip(names, [" a ", "b\r\nc", "known", "d", " "]).map { NamedText(name: $0, text: $1) }
        many.add(differing: texts)
        for text in texts { single.add(text.text, named: text.name) }
        #expect(many == single)
        #expect(many.all.count == known.count + (known.contains { $0.lowercased() == "three" } ? 3 : 4))
    }

    /// What Swift has for a value is what was set.
    @Test func aValueIsOfItsType() {
        #expect(String(FieldValue.none) == "" && String(.number(1)) == nil && "".fieldValue == .none)
        #expect(Int?(FieldValue.none) == .some(nil) && Int?(.text("1")) == nil && Int?(.number(1)) == 1)
        #expect(Bool(FieldValue.none) == nil && Bool?(.flag(true)) == true)
        #expect([String](.names(["a"])) == ["a"] && [String](FieldValue.none) == nil)
        #expect(Day?(.day(today)) == today && (nil as Day?).fieldValue == .none)
    }
}
