/// A line of the template: text to keep, and mentions of template words.
struct TemplateLine {
    enum Piece {
        case text(String)
        case mention(TemplateWord, Name.Form)
    }

    private(set) var pieces: [Piece] = []

    var words: [TemplateWord] {
        pieces.compactMap { if case .mention(let word, _) = $0 { word } else { nil } }
    }

    /// The fields that it names.
    var fields: Set<TemplateField> {
        Set(words.compactMap { if case .field(let field) = $0 { field } else { nil } })
    }

    init(_ tokens: [Token]) {
        var index = 0
        while index < tokens.count {
            // A name of two words is three tokens: "sample text", sample-text.
            let isField = tokens[index].text.lowercased() == "sample"
            let three = isField ? tokens[index...].prefix(3).map(\.text).joined() : ""
            if let (word, form) = TemplateWord.spellings[three] {
                pieces.append(.mention(word, form))
                index += 3
                continue
            }
            let isRead = tokens[index].kind == .code && !(index > 0 && tokens[index - 1].text.hasSuffix("."))
            add(tokens[index].text, isRead, isCode: tokens[index].kind == .code || Self.isName(at: index, in: tokens))
            index += 1
        }
    }

    /// Adds a word, or what is between words. A template word in prose is prose unless it is a part of a longer word:
    /// `ItemRecord` is code everywhere. `isRead` says whether Swift reads it, and not after a dot, where no word is a
    /// keyword.
    private mutating func add(_ token: String, _ isRead: Bool, isCode: @autoclosure () -> Bool) {
        // Most have none.
        guard token.contains("tem") || token.contains("ample") else { return pieces.append(.text(token)) }
        var parts = token.subwords[...]
        let count = parts.count
        while let first = parts.popFirst() {
            let two = parts.first.flatMap { TemplateWord.spellings[first + $0] }
            guard let (word, form) = two ?? TemplateWord.spellings[first] else {
                pieces.append(.text(first))
                continue
            }
            if two != nil { parts.removeFirst() }
            let isWhole = count == (two == nil ? 1 : 2)
            let isProse = isWhole && !isCode()
            let code = isWhole && isRead && form == .identifier ? .code : form
            pieces.append(.mention(word, !isProse ? code : form == .capital ? .sentence : .prose))
        }
    }

    /// Whether what stands beside a word in prose makes it a name: a literal of its own (`"item"`), or a part of a path,
    /// member, option, variable or assignment.
    private static func isName(at index: Int, in tokens: [Token]) -> Bool {
        let before = index > 0 ? tokens[index - 1].text : ""
        let after = index + 1 < tokens.count ? tokens[index + 1].text : ""
        let isLiteral = before.hasSuffix("\"") && after.contains(/^\\?"/)
        let isFileName = after == "." && index + 2 < tokens.count
        return isLiteral || isFileName || before.contains(/(--|[.\/${])$/) || after.contains(/^[=\/]/)
    }
}
