import Data
import Domain
import Foundation
import Testing

struct CaseAndAccentFoldingTests {
    private let fold = TextFolding.caseAndAccents

    @Test(arguments: [
        ("García Márquez", "garcia marquez"), ("Łódź", "lodz"), ("Ørsted", "orsted"), ("Straße", "strasse"),
        ("STRAẞE", "strasse"), ("İstanbul", "istanbul"), ("Nguyễn Đức Thiệp", "nguyen duc thiep"),
        ("Œuvre", "oeuvre"), ("Æsop, Ǽ", "aesop, ae"), ("Hatırası", "hatirasi"), ("Ĳssel", "ijssel"), ("Þór", "thor"),
        ("ﬁre ﬂow", "fire flow"), ("Ｆｕｌｌ！", "full!"), ("soft\u{AD}hy\u{200B}phen", "softhyphen"),
        ("ÉAZ@[`{", "eaz@[`{"), ("É📚A𝔄", "e📚a𝔄"),
        ("ΟΔΥΣΣΕΎΣ", "οδυσσευσ"), ("Ὀδύσσειᾳ", "οδυσσεια"), ("Ёлка Йод", "елка иод"), ("ſoft", "soft"),
        // Their names have one letter, as those of Latin letters.
        ("Ӣ", "и"), ("Ӧ", "о"), ("ӯ", "у"),
    ])
    func caseAndAccentsAreRemoved(_ text: String, _ folded: String) {
        #expect(fold(text) == folded)
    }

    @Test(arguments: [
        ("The Handmaid’s Tale", "the handmaid's tale"), ("‘It’", "'it'"), ("“It”", "\"it\""), ("„Es“", "\"es\""),
        ("« Ça »", "\" ca \""), ("‹x›", "'x'"), ("Hawaiʻi", "hawai'i"), ("1914–18", "1914-18"),
        ("Spring—1999", "spring-1999"),
        ("Wait…", "wait..."), ("Catch\u{2010}22", "catch-22"), ("Catch\u{2011}22", "catch-22"),
    ])
    func typographicMarksBecomePlain(_ text: String, _ folded: String) {
        #expect(fold(text) == folded)
        #expect(fold(folded) == folded)
    }

    @Test func aTextFoldsAsItsPartsDo() {
        let characters = (UInt32(0x20)...0x1_FFFF).compactMap { Unicode.Scalar($0) }.map { String($0) }
        #expect(fold(characters.joined(separator: "\n")) == characters.map { fold($0) }.joined(separator: "\n"))
    }

    @Test func combiningAccentsAreRemoved() {
        #expect(Array(fold("Garci\u{301}a").unicodeScalars) == Array("garcia".unicodeScalars))
        #expect(Array(fold("E\u{323}\u{302}").unicodeScalars) == Array("e".unicodeScalars))
    }

    @Test(arguments: ["吾輩は猫である", "ガラスの仮面", "한국어", "ספר", "कथा"])
    func otherScriptsAreUnchanged(_ text: String) {
        #expect(Array(fold(text).unicodeScalars) == Array(text.unicodeScalars))
    }

    /// Foundation's folding is the reference, although it leaves more letters unchanged, such as "ø".
    @Test func foldsToALetterAsFoundationDoes() {
        let exceptions: Set<String> = ["ŉ", "ẚ", "ẛ"]
        var compared = 0
        for value in Array(UInt32(0xC0)...0x24F) + Array(UInt32(0x1E00)...0x1EFF) {
            let letter = Unicode.Scalar(value).map { String($0) } ?? ""
            let expected = letter.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            guard expected.utf8.count == 1, !exceptions.contains(letter) else { continue }
            #expect(fold(letter) == expected, "\(letter)")
            compared += 1
        }
        #expect(compared > 400)
    }
}
