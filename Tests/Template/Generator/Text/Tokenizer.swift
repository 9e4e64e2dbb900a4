/// A piece of a line: a word of ASCII letters, digits and underscores, or what stands between two words.
struct Token {
    enum Kind { case code, prose, gap }

    var text: String
    let kind: Kind
}

/// Splits a text into lines of tokens, and tells code from prose. In Swift, comments and string literals are prose, but
/// for interpolations; other texts are prose. What stands between backticks is code in both. Doesn't know regular
/// expression literals.
struct Tokenizer {
    private let text: [Unicode.Scalar]
    private var position = 0
    private var lines: [[Token]] = [[]]
    /// What the text is in, innermost last.
    private var modes: [Mode]

    private struct Mode {
        let kind: Kind
        var end: String?
        /// What begins an escape or, with a parenthesis, an interpolation.
        var escape: String?

        /// A quotation is code in which nothing else begins.
        enum Kind { case code, prose, quotation }
    }

    static func lines(of text: String, isSwift: Bool) -> [[Token]] {
        var tokenizer = Tokenizer(text: Array(text.unicodeScalars), modes: [Mode(kind: isSwift ? .code : .prose)])
        while tokenizer.position < tokenizer.text.count {
            tokenizer.read(in: tokenizer.modes[tokenizer.modes.count - 1])
        }
        return tokenizer.lines
    }

    private init(text: [Unicode.Scalar], modes: [Mode]) { (self.text, self.modes) = (text, modes) }

    private mutating func read(in mode: Mode) {
        if let end = mode.end, isAt(end) {
            take(end.count)
            modes.removeLast()
        } else if let (length, inner) = opening(in: mode) {
            take(length)
            modes.append(inner)
        } else if let escape = mode.escape, isAt(escape) {
            take(escape.count + 1)
        } else {
            let word = text[position...].prefix { isWord($0) }
            take(max(word.count, 1), as: word.isEmpty ? .gap : mode.kind == .prose ? .prose : .code)
        }
    }

    /// What begins here, and how long its beginning is.
    private func opening(in mode: Mode) -> (length: Int, Mode)? {
        switch (mode.kind, text[position]) {
        case (.code, "/") where isAt("//"): return (2, Mode(kind: .prose, end: "\n"))
        case (.code, "/") where isAt("/*"): return (2, Mode(kind: .prose, end: "*/"))
        case (.code, "("): return (1, Mode(kind: .code, end: ")"))
        case (.code, "#"), (.code, "\""):
            let pounds = run(of: "#", at: position)
            let quotes = min(run(of: "\"", at: position + pounds.count).count, 3)
            guard quotes > 0 else { return nil }
            // Two quotes are an empty literal.
            let end = String(repeating: "\"", count: quotes == 2 ? 1 : quotes) + pounds
            return (end.count, Mode(kind: .prose, end: end, escape: "\\" + pounds))
        case (.prose, "`"):
            // Three or more reach over lines; fewer need their like in the same line.
            let ticks = run(of: "`", at: position)
            let rest = text[(position + ticks.count)...].prefix { $0 != "\n" }
            guard ticks.count > 2 || String(String.UnicodeScalarView(rest)).contains(ticks) else { return nil }
            return (ticks.count, Mode(kind: .quotation, end: ticks))
        default:
            guard let escape = mode.escape, isAt(escape + "(") else { return nil }
            return (escape.count + 1, Mode(kind: .code, end: ")"))
        }
    }

    private mutating func take(_ count: Int, as kind: Token.Kind = .gap) {
        let taken = text[position...].prefix(count)
        for (number, part) in taken.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if number > 0 { lines.append([]) }
            let text = String(String.UnicodeScalarView(part))
            let line = lines.count - 1
            if kind == .gap, lines[line].last?.kind == .gap {
                lines[line][lines[line].count - 1].text += text
            } else if !text.isEmpty {
                lines[line].append(Token(text: text, kind: kind))
            }
        }
        position += taken.count
    }

    private func isAt(_ sign: String) -> Bool { text[position...].starts(with: sign.unicodeScalars) }

    private func run(of scalar: Unicode.Scalar, at start: Int) -> String {
        String(String.UnicodeScalarView(text[start...].prefix { $0 == scalar }))
    }

    private func isWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_": true
        default: false
        }
    }
}
