import Domain
import TestSupport
import Testing

struct SmallValueTests {
    @Test(arguments: [(0, false), (1, true), (5, true), (6, false), (-1, false)])
    func aRatingIsOneToFiveStars(_ stars: Int, isAllowed: Bool) {
        #expect(Rating(stars)?.stars == (isAllowed ? stars : nil))
    }

    @Test(arguments: [
        ("", ""), (" ", ""), ("\t\n", ""), ("Emma", "Emma"), (" Emma ", "Emma"), ("War  and\n Peace", "War and Peace"),
        ("War\tand Peace", "War and Peace"), ("a\u{A0}b", "a b"), ("\u{2003}Día\r\nuno\u{3000}", "Día uno"),
    ])
    func tidiedTextHasOnlySingleSpacesBetweenWords(_ text: String, tidied: String) {
        #expect(text.tidied == tidied)
    }

    @Test func theGivenFoldingIsUsedOnlyOutsideASCII() {
        let folding = TextFolding { "<\($0)>" }
        #expect(folding("ABC def") == "abc def")
        #expect(folding("ABÇ") == "<ABÇ>")
    }
}
