import Data
import Domain
import Testing

struct CaseAndAccentFoldingTests {
    @Test(arguments: [
        ("ABC xyz 1", "abc xyz 1"), ("García Márquez", "garcia marquez"), ("Łódź", "lodz"), ("Straße", "strasse"),
        ("Œuvre", "oeuvre"), ("it’s “so” – 1", "it's \"so\" - 1"), ("Ёлка", "елка"), ("e\u{301}", "e"), ("日本", "日本"),
    ])
    func caseAccentsAndMarksDontMatter(_ text: String, _ folded: String) {
        #expect(TextFolding.caseAndAccents(text) == folded)
        #expect(TextFolding.caseAndAccents(folded) == folded)
    }
}
