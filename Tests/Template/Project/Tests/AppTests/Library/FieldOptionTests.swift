import TestSupport
import Testing

@testable import App

struct FieldOptionTests {
    @Test func theNameOfAnOptionHasHyphens() {
        #expect(PebbleField.allCases.map(\.option) == ["name", "grams", "hardness", "is-round", "found", "color", "places"])
    }
}
