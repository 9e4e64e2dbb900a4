import Domain
import TestSupport
import Testing

struct IdentifierTests {
    @Test(arguments: [("000000000001", 1), ("00000000000z", 31), ("000000000010", 32), ("zzzzzzzzzzzz", 1 << 60 - 1)])
    func anIdentifierIsTwelveCharacters(_ text: String, _ bits: UInt64) {
        #expect(Pebble.ID(bits: bits).description == text)
        #expect(Pebble.ID(text)?.bits == bits)
        #expect(Pebble.ID(text.uppercased())?.bits == bits)
    }

    @Test(arguments: ["", "00000000001", "0000000000001", "00000000000i", "0000-0000001", "00000000000é"])
    func anotherTextIsNoIdentifier(_ text: String) {
        #expect(Pebble.ID(text) == nil)
    }

    @Test func theHighestFourBitsAreLeftOut() {
        #expect(Pebble.ID(bits: .max).bits == 1 << 60 - 1)
    }
}
