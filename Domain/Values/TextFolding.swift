/// Makes texts comparable for people: after folding, case and accents no longer matter.
///
/// The standard library lowers case but has no way to take accents away, so that part is passed in.
public struct TextFolding: Sendable {
    private let foldUnicode: @Sendable (String) -> String

    /// `foldUnicode` is asked only about texts that have a character outside ASCII; it lowers case and removes
    /// accents, and gives the same answer each time, also where the text is part of a longer one.
    public init(_ foldUnicode: @escaping @Sendable (String) -> String) {
        self.foldUnicode = foldUnicode
    }

    /// The folded text: equal for texts that differ only in case or accents.
    public func callAsFunction(_ text: String) -> String {
        text.isASCII ? text.lowercased() : foldUnicode(text)
    }
}
