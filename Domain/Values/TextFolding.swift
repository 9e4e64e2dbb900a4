/// Folds texts for comparisons that ignore case, accents and typographic variants.
///
/// The standard library can only lower case, so the rest is passed in.
public struct TextFolding: Sendable {
    private let foldUnicode: @Sendable (String) -> String

    /// `foldUnicode` lowers case, removes accents and makes typographic marks plain. It is called only for texts with a
    /// character outside ASCII. It must fold a text to the same result each time, also as part of a longer one.
    public init(_ foldUnicode: @escaping @Sendable (String) -> String) {
        self.foldUnicode = foldUnicode
    }

    /// The folded text, equal for texts that differ only in case, accents or typographic variants.
    public func callAsFunction(_ text: String) -> String {
        text.isASCII ? text.lowercased() : foldUnicode(text)
    }
}
