import Domain
// The only import of all of Foundation in the project: FoundationEssentials does not know accents.
import Foundation

extension TextFolding {
    /// Case and accents as Unicode has them, whatever the language of the reader.
    static let caseAndAccents = TextFolding { text in
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            .precomposedStringWithCanonicalMapping
    }
}
