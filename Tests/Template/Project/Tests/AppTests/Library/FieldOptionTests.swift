import TestSupport
import Testing

@testable import App

struct FieldOptionTests {
    @Test func theNameOfAnOptionHasHyphens() {
        let expected = ["name", "grams", "hardness", "is-round", "found", "color", "places"]
        #expect(PebbleField.allCases.map(\.option) == expected)
    }
}
