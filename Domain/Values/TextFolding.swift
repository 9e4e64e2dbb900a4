/// Folds texts for comparisons that ignore case and accents.
///
/// The standard library lowers case but can't remove accents, so that part is passed in.
public struct TextFolding: Sendable {
    private let foldUnicode: @Sendable (String) -> String

    /// `foldUnicode` lowers case and removes accents. It is called only for texts with a character outside ASCII. It
    /// must fold a text to the same result each time, also as part of a longer one.
    public init(_ foldUnicode: @escaping @Sendable (String) -> String) {
        self.foldUnicode = foldUnicode
    }

    /// The folded text, equal for texts that differ only in case or accents.
    public func callAsFunction(_ text: String) -> String {
        text.isASCII ? text.lowercased() : foldUnicode(text)
    }
}
