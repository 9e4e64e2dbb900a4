/// Folds texts for comparisons that ignore case, accents and typographic variants.
///
/// Text of ASCII only needs lower case. How other text is folded is passed in: it takes tables that no rule needs.
public struct TextFolding: Sendable {
    private let foldUnicode: @Sendable (String) -> String

    /// `foldUnicode` lowers case, removes accents and makes typographic marks plain. It is called only for texts with a
    /// character outside ASCII. It must fold a text to the same result each time, also as part of a longer one.
    public init(_ foldUnicode: @escaping @Sendable (String) -> String) { self.foldUnicode = foldUnicode }

    /// The folded text, equal for texts that differ only in case, accents or typographic variants.
    public func callAsFunction(_ text: String) -> String { text.isASCII ? text.lowercased() : foldUnicode(text) }
}
