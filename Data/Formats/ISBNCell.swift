import Domain

/// What the field of an ISBN holds.
enum ISBNCell {
    case isbn(ISBN)
    /// Something that was meant to be one.
    case wrong(String, ISBNError)
    case nothing

    /// Reads a field that has been through spreadsheets: `="0439023483"`, which keeps a spreadsheet from taking it
    /// for a number; `439023483`, where one did, so that zeros in front are missing; `9780439023481.0`; and
    /// `9.78043902348e+12`, whose lost digits nothing brings back, and which is worth nothing.
    init(_ cell: String) {
        let text = Self.unwrapped(cell)
        guard text.utf8.contains(where: { (0x31...0x39).contains($0) }) else {
            // Empty, "n/a", "0000000000": no one's ISBN.
            self = .nothing
            return
        }
        if text.contains(".") {
            let whole = text.hasSuffix(".0") ? String(text.dropLast(2)) : ""
            self = (try? ISBN(whole)).map(Self.isbn) ?? .nothing
            return
        }
        let missing = Self.isNumber(text) ? max(0, 10 - text.utf8.count) : 0
        self.init(text: text, padded: String(repeating: "0", count: missing) + text)
    }

    /// Reads a field that may hold an ISBN as well as a key of another kind: wrong is only what looks like an ISBN.
    init(orKey cell: String) {
        let text = Self.unwrapped(cell)
        let digits = text.filter { $0 != "-" && $0 != " " }
        let looksLikeISBN = (digits.utf8.count == 10 || digits.utf8.count == 13) && Self.isNumber(digits)
        guard looksLikeISBN else {
            self = .nothing
            return
        }
        self.init(text: text, padded: text)
    }

    private init(text: String, padded: String) {
        do {
            self = .isbn(try ISBN(padded))
        } catch {
            self = .wrong(text, error)
        }
    }

    private static func unwrapped(_ cell: String) -> String {
        guard cell.hasPrefix("=\""), cell.hasSuffix("\"") else { return cell }
        return String(cell.dropFirst(2).dropLast()).tidied
    }

    /// Digits alone, the last perhaps an X.
    private static func isNumber(_ text: String) -> Bool {
        let last = text.utf8.last.map { $0 | 0x20 == 0x78 } == true ? 1 : 0
        return text.utf8.dropLast(last).allSatisfy { (0x30...0x39).contains($0) }
    }
}
