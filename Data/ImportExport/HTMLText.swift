import Domain
import Storage

extension String {
    /// The text of a review in HTML, as people read it: line ends for breaks, paragraphs and other blocks, characters for
    /// entities, and links as text and address, `their site (https://example.com)`. Other formatting is dropped.
    ///
    /// Only well-formed tags that reviews have are tags: `a < b` and `<Title>` stay. A text without tags and entities is
    /// returned unchanged.
    var textOfHTML: String {
        guard has(UInt8(ascii: "<")) || has(UInt8(ascii: "&")) else { return self }
        var reader = HTMLReader(rest: self[...].unicodeScalars)
        return reader.read() ?? self
    }

    /// The text with characters for entities, `Bryan O&#39;Test`; all else stays.
    var withoutEntities: String {
        guard has(UInt8(ascii: "&")), has(.semicolon) else { return self }
        var reader = HTMLReader(rest: self[...].unicodeScalars)
        return reader.readEntities()
    }

    /// This text as Goodreads has it in reviews. Tags and entities in it stay what they are.
    var htmlOfText: String { replacing("\n", with: "<br/>") }
}

private struct HTMLReader {
    var rest: Substring.UnicodeScalarView
    private var text = ""
    /// Line ends, and white space between them, that come before the next visible character.
    private var breaks = ""
    /// White space since the last tag or visible character.
    private var blank = ""
    /// Whether white space at this point means nothing, because a block begins or ends here.
    private var isAtBlock = false
    /// The open link, and where its text begins, in UTF-8.
    private var link: (address: String, start: Int)?
    private var hasMarkup = false
    /// Whether a comment was opened that has no end, so that no later one has.
    private var isWithoutComments = false

    init(rest: Substring.UnicodeScalarView) { self.rest = rest }

    /// The text; nil without markup.
    mutating func read() -> String? {
        while let scalar = rest.first {
            if scalar == "<", let tag = readTag() {
                hasMarkup = true
                take(tag)
            } else if scalar == "&", let character = readEntity() {
                hasMarkup = true
                if character == "\u{A0}" { blank += " " } else { append(character) }
            } else {
                rest.removeFirst()
                if scalar.isHTMLSpace { blank.unicodeScalars.append(scalar) } else { append(scalar) }
            }
        }
        closeLink()
        return hasMarkup ? text : nil
    }

    mutating func readEntities() -> String {
        while let scalar = rest.first {
            if scalar == "&", let character = readEntity() {
                text.unicodeScalars.append(character)
            } else {
                text.unicodeScalars.append(rest.removeFirst())
            }
        }
        return text
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        if !text.isEmpty { text += breaks + (breaks.isEmpty && !isAtBlock ? blank : keptBlank) }
        (breaks, blank, isAtBlock) = ("", "", false)
        text.unicodeScalars.append(scalar)
    }

    private mutating func append(_ added: String) {
        for scalar in added.unicodeScalars { append(scalar) }
    }

    /// White space beside a break. Line ends there are those of the HTML file.
    private var keptBlank: String { isAtBlock || blank.unicodeScalars.contains(where: \.isLineEnd) ? "" : blank }

    private mutating func take(_ tag: HTMLTag) {
        switch tag.name {
        case "br":
            breaks += keptBlank + "\n"
            (blank, isAtBlock) = ("", false)
        case "p", "blockquote", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "table", "hr": take(block: 2)
        case "div", "tr": take(block: 1)
        case "li":
            take(block: 1)
            if !tag.isEnd {
                append("- ")
                isAtBlock = true
            }
        case "td", "th": blank += " "
        case "a":
            closeLink()
            if !tag.isEnd, let address = tag["href"], !address.isEmpty { link = (address, text.utf8.count) }
        case "img":
            let words = [tag["alt"] ?? "", tag["src"] ?? ""].filter { !$0.isEmpty }
            append(words.count == 2 ? "\(words[0]) (\(words[1]))" : words.joined())
        default: break
        }
    }

    /// Begins or ends a block, with at least so many line ends before the next one.
    private mutating func take(block lines: Int) {
        // After the mark of a list's item.
        if isAtBlock, breaks.isEmpty { return }
        breaks = String(repeating: "\n", count: max(lines, breaks.unicodeScalars.count(where: \.isLineEnd)))
        (blank, isAtBlock) = ("", true)
    }

    private mutating func closeLink() {
        guard let (address, start) = link else { return }
        link = nil
        let words = String(decoding: text.utf8.dropFirst(start), as: UTF8.self).tidied
        if words.isEmpty {
            append(address)
        } else if !["", "http://", "https://", "mailto:"].contains(where: { $0 + words == address }) {
            text += " (\(address))"
        }
    }
}

private struct HTMLTag {
    let name: String
    var isEnd = false
    var attributes: [(name: String, value: String)] = []

    subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

    /// The tags of formatting, which are dropped.
    static let formatting: Set = [
        "b", "i", "u", "s", "em", "strong", "strike", "del", "ins", "small", "big", "sub", "sup", "span", "font", "tt",
        "code", "cite", "q", "mark", "abbr", "center", "tbody", "thead",
    ]
    static let known = formatting.union([
        "a", "img", "br", "hr", "p", "div", "blockquote", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li",
        "table", "tr", "td", "th",
    ])
    /// The most characters of a tag. Longer ones are text, so that unclosed ones don't take quadratic time.
    static let longest = 4096
}

extension HTMLReader {
    /// Reads a tag or a comment; nil, without reading anything, if the text is neither.
    private mutating func readTag() -> HTMLTag? {
        if rest.starts(with: "<!--".unicodeScalars) {
            var scanner = HTMLScanner(rest: rest.dropFirst(4))
            if isWithoutComments || !scanner.passComment() {
                isWithoutComments = true
                return nil
            }
            rest = scanner.rest
            return HTMLTag(name: "")
        }
        var scanner = HTMLScanner(rest: rest.prefix(HTMLTag.longest).dropFirst())
        guard let tag = scanner.tag() else { return nil }
        rest = rest[scanner.rest.startIndex...]
        return tag
    }

    private mutating func readEntity() -> Unicode.Scalar? {
        let name = rest.dropFirst().prefix(10).prefix { $0 != ";" && $0 != "&" }
        guard name.endIndex < rest.endIndex, rest[name.endIndex] == ";" else { return nil }
        guard let scalar = Unicode.Scalar(entity: String(name)) else { return nil }
        rest = rest[name.endIndex...].dropFirst()
        return scalar
    }
}

private struct HTMLScanner {
    var rest: Substring.UnicodeScalarView

    private mutating func pass(_ text: String) -> Bool {
        guard rest.starts(with: text.unicodeScalars) else { return false }
        rest = rest.dropFirst(text.unicodeScalars.count)
        return true
    }

    private mutating func passing(_ isPart: (Unicode.Scalar) -> Bool) -> String {
        let part = rest.prefix(while: isPart)
        rest = rest[part.endIndex...]
        return String(part)
    }

    /// Passes the end of a comment; false if there is none.
    mutating func passComment() -> Bool {
        while !rest.isEmpty {
            if pass("-->") { return true }
            rest.removeFirst()
        }
        return false
    }

    mutating func tag() -> HTMLTag? {
        let isEnd = pass("/")
        var tag = HTMLTag(name: passing(\.isHTMLName).lowercased(), isEnd: isEnd)
        guard HTMLTag.known.contains(tag.name) else { return nil }
        while true {
            let space = passing(\.isHTMLSpace)
            if pass(">") || pass("/>") { return tag }
            let name = passing(\.isHTMLName).lowercased()
            guard !isEnd, !space.isEmpty, !name.isEmpty, pass("="), let value = value() else { return nil }
            tag.attributes.append((name, value.textOfHTML))
        }
    }

    private mutating func value() -> String? {
        for quote in ["\"", "'"] where pass(quote) {
            let value = passing { String($0) != quote }
            return pass(quote) ? value : nil
        }
        let value = passing { !$0.isHTMLSpace && $0 != ">" && $0 != "<" }
        return value.isEmpty ? nil : value
    }
}

extension Unicode.Scalar {
    fileprivate var isHTMLSpace: Bool { self == " " || self == "\t" || self == "\u{C}" || isLineEnd }
    fileprivate var isLineEnd: Bool { self == "\n" || self == "\r" }
    fileprivate var isHTMLName: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ":": true
        default: false
        }
    }

    /// The character of an entity, such as `amp`, `eacute`, `#39` or `#x27`; nil for one that reviews don't have.
    fileprivate init?(entity name: String) {
        if name.hasPrefix("#") {
            let digits = name.dropFirst()
            let isHexadecimal = digits.hasPrefix("x") || digits.hasPrefix("X")
            let number = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            // Browsers read these as Windows-1252.
            guard let number, number >= 0x20, number != 0x7F else { return nil }
            let scalar = UInt8(exactly: number).map { Unicode.Scalar(windows1252: $0) } ?? Unicode.Scalar(number)
            guard let scalar else { return nil }
            self = scalar
        } else {
            guard let scalar = Self.entities[name] else { return nil }
            self = scalar
        }
    }

    private static let entities: [String: Unicode.Scalar] = {
        var entities: [String: Unicode.Scalar] = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "ndash": "–", "mdash": "—", "lsquo": "‘",
            "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„", "hellip": "…", "bull": "•",
            "dagger": "†", "prime": "′", "Prime": "″", "lsaquo": "‹", "rsaquo": "›", "euro": "€", "trade": "™",
            "OElig": "Œ", "oelig": "œ", "Scaron": "Š", "scaron": "š", "Yuml": "Ÿ", "larr": "←", "rarr": "→",
            "hearts": "♥", "infin": "∞", "ne": "≠", "le": "≤", "ge": "≥", "minus": "−", "ensp": " ", "emsp": " ",
            "thinsp": " ",
        ]
        for (index, name) in latin1.split(whereSeparator: \.isWhitespace).enumerated() {
            entities[String(name)] = Unicode.Scalar(UInt8(0xA0 + index))
        }
        return entities
    }()

    /// The names of the characters from 0xA0 to 0xFF.
    private static let latin1 = """
        nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr
        deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest
        Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml
        ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig
        agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml
        eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
        """
}
