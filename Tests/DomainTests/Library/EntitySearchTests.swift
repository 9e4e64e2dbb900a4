import Domain
import TestSupport
import Testing

/// What a store is asked to look for, so that a search doesn't read the whole library.
struct EntitySearchTests {
    @Test(arguments: [("Día COLD", ["dia", "cold"]), (" sea\n", ["sea"]), ("", nil), (" \n", nil)])
    func theFoldedWordsAreLookedForOrElseAllEntities(_ text: String, _ expected: [String]?) {
        let search = EntitySearch.words(of: text, in: Book.self, folding: folding)
        let words: [String]? = if case .words(let words, _, _) = search { words } else { nil }
        #expect(words == expected)
    }
}
