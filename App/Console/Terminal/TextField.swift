/// A line of text that is being typed.
struct TextField: Equatable, Sendable {
    private(set) var characters: [Character]
    /// How many characters are before the cursor.
    private(set) var cursor: Int

    init(_ text: String = "") {
        characters = Array(text)
        cursor = characters.count
    }

    var text: String { String(characters) }

    /// Inserts a typed or pasted text, or edits with a key. Returns whether the text is another one.
    @discardableResult
    mutating func take(_ input: TerminalInput) -> Bool {
        let before = characters
        switch input {
        case .text(let text), .paste(let text): insert(text)
        case .key(let key): _ = edit(key)
        case .click, .rows, .choice: break
        }
        return characters != before
    }

    /// Inserts text at the cursor. White space becomes a space; other control characters are left out.
    mutating func insert(_ text: String) {
        let line = text.compactMap { character -> Character? in
            if character.isWhitespace { return " " }
            return character.unicodeScalars.contains { $0.properties.generalCategory == .control } ? nil : character
        }
        // An accent joins the character before it.
        let start = max(0, cursor - 1)
        let joined = Array(String(characters[start..<cursor]) + String(line))
        characters.replaceSubrange(start..<cursor, with: joined)
        cursor = start + joined.count
    }

    /// Edits the text or moves the cursor. Returns false if the key means something else.
    mutating func edit(_ key: Key) -> Bool {
        switch key {
        case .left: cursor = max(0, cursor - 1)
        case .right: cursor = min(characters.count, cursor + 1)
        case .home, .control("a"): cursor = 0
        case .end, .control("e"): cursor = characters.count
        case .backspace: remove(max(0, cursor - 1)..<cursor)
        case .delete: remove(cursor..<min(characters.count, cursor + 1))
        case .control("u"): remove(0..<cursor)
        case .control("k"): remove(cursor..<characters.count)
        case .wordLeft: cursor = startOfWord
        case .wordRight:
            let word = characters[cursor...].firstIndex { $0 != " " }
            cursor = word.flatMap { characters[$0...].firstIndex(of: " ") } ?? characters.count
        case .control("w"): remove(startOfWord..<cursor)
        default: return false
        }
        return true
    }

    /// That of the word at the cursor, or before it.
    private var startOfWord: Int {
        let end = characters[..<cursor].lastIndex { $0 != " " }
        return end.flatMap { characters[...$0].lastIndex(of: " ") }.map { $0 + 1 } ?? 0
    }

    private mutating func remove(_ range: Range<Int>) {
        characters.removeSubrange(range)
        cursor = range.lowerBound
    }

    /// The text from the first visible character on, a little more than fits into `width` columns, and the cursor's
    /// column in it, which is less than `width`.
    func window(_ width: Int) -> (text: String, cursor: Int) {
        var start = cursor
        var column = 0
        while start > 0 {
            let columns = String(characters[start - 1]).printable.columns
            if column + columns >= width { break }
            column += columns
            start -= 1
        }
        // One more than fits, so that an ellipsis shows that the text goes on.
        return (String(characters[start...].prefix(width + 1)), column)
    }
}
