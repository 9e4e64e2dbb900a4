/// A name in camel case, such as `RoomKey` or `bestBefore`, and the forms in which texts have it.
struct Name: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    enum Form {
        /// `RoomKey`: types, files, and the middle of identifiers.
        case capital
        /// `roomKey`: identifiers.
        case identifier
        /// The same where Swift reads it: a keyword is in backticks.
        case code
        /// `room key`: prose. Abbreviations such as URL keep their capitals.
        case prose
        /// `Room key`: labels, and where a sentence begins.
        case sentence
        /// `room-key`: options, with a hyphen for each capital, as the program forms them. Those that every program has
        /// are for fields `its-color`.
        case option
    }

    func form(_ form: Form) -> String {
        // Digits belong to the word before them, and an s to an abbreviation: Mp3Track, PCs.
        let words = text.matches(of: /[A-Z]+s?(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[0-9]+/).map { String($0.output) }
        let isAbbreviation = { (word: String) in word.count == 1 || word.count(where: \.isUppercase) > 1 }
        return switch form {
        case .capital: text.uppercasedFirst
        case .identifier: (words.first ?? "").lowercased() + words.dropFirst().joined()
        case .code: NameRules.isKeyword(self.form(.identifier)) ? "`\(self.form(.identifier))`" : self.form(.identifier)
        case .prose: words.map { isAbbreviation($0) ? $0 : $0.lowercased() }.joined(separator: " ")
        case .sentence: self.form(.prose).uppercasedFirst
        case .option: option
        }
    }

    private var option: String {
        let option = form(.identifier).map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
        return NameRules.options.contains(option) ? "its-\(option)" : option
    }

    /// The plural in English, of the last word.
    var plural: String {
        let word = text.subwords.last ?? text
        let (start, lower) = (text.dropLast(word.count), word.lowercased())
        if let irregular = Self.irregular[lower] {
            return start + (word == lower ? irregular : irregular.uppercasedFirst)
        }
        if lower.contains(/[^aeiou]y$/) { return text.dropLast() + "ies" }
        if lower.hasSuffix("sis") { return text.dropLast(2) + "es" }
        return lower.contains(/(s|x|z|ch|sh)$/) ? text + "es" : text + "s"
    }

    private static let irregular: [String: String] = [
        "calf": "calves", "child": "children", "echo": "echoes", "foot": "feet", "goose": "geese", "half": "halves",
        "hero": "heroes", "knife": "knives", "leaf": "leaves", "life": "lives", "loaf": "loaves", "man": "men",
        "mouse": "mice", "ox": "oxen", "person": "people", "potato": "potatoes", "quiz": "quizzes", "shelf": "shelves",
        "thief": "thieves", "tomato": "tomatoes", "tooth": "teeth", "wife": "wives", "wolf": "wolves", "woman": "women",
    ]
}

extension String {
    /// With a capital at the beginning, and no other change.
    var uppercasedFirst: String { prefix(1).uppercased() + dropFirst() }

    /// The words of an identifier, which begin where its case changes and around digits and underscores: new, URL and
    /// Entry in `newURLEntry`.
    var subwords: [String] { matches(of: /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|_+/).map { String($0.output) } }
}
