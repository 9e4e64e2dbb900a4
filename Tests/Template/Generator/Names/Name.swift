/// A name in camel case, such as `RoomKey` or `bestBefore`, and the forms in which texts have it.
struct Name: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    enum Form {
        /// `RoomKey`: types, files, and the middle of identifiers.
        case capital
        /// `roomKey`: identifiers.
        case identifier
        /// `room key`: prose. Abbreviations such as URL keep their capitals.
        case prose
        /// `Room key`: labels, and where a sentence begins.
        case sentence
        /// `room-key`: options, with a hyphen for each capital, as the program forms them.
        case option
    }

    func form(_ form: Form) -> String {
        // Digits belong to the word before them, and an s to an abbreviation: Mp3Track, PCs.
        let words = text.matches(of: /[A-Z]+s?(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[0-9]+/).map { String($0.output) }
        let isAbbreviation = { (word: String) in word.count == 1 || word.count(where: \.isUppercase) > 1 }
        return switch form {
        case .capital: text.uppercasedFirst
        case .identifier: (words.first ?? "").lowercased() + words.dropFirst().joined()
        case .prose: words.map { isAbbreviation($0) ? $0 : $0.lowercased() }.joined(separator: " ")
        case .sentence: self.form(.prose).uppercasedFirst
        case .option: self.form(.identifier).map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
        }
    }

    /// The usual plural in English.
    var plural: String {
        let lower = text.lowercased()
        if lower.contains(/[^aeiou]y$/) { return text.dropLast() + "ies" }
        return lower.contains(/(s|x|z|ch|sh)$/) ? text + "es" : text + "s"
    }
}

extension String {
    /// With a capital at the beginning, and no other change.
    var uppercasedFirst: String { prefix(1).uppercased() + dropFirst() }

    /// The words of an identifier, which begin where its case changes and around digits and underscores: new, URL and
    /// Entry in `newURLEntry`.
    var subwords: [String] { matches(of: /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|_+/).map { String($0.output) } }
}
