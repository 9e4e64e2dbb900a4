import Domain

extension ISBN {
    /// The first ISBN in cells that may have been through spreadsheets: `="0439023483"`, which keeps a spreadsheet from
    /// reading a number; `439023483`, which lost its zeros in front; `9780439023481.0`; and `9.78043902348e+12`, whose
    /// last digits are lost. Warns of a wrong one only if no cell has a right one.
    init?(cells: [String], _ warnings: inout [ImportWarning]) {
        var wrong: ImportWarning?
        for cell in cells {
            let text = cell.withoutFormula
            // Not an ISBN at all: empty, "n/a", "0000000000".
            guard text.utf8.contains(where: { (0x31...0x39).contains($0) }) else { continue }
            let isDecimal = text.contains(".")
            let digits = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
            let missing = isDecimal || !text.hasOnlyDigits ? 0 : max(0, 10 - text.utf8.count)
            do {
                self = try ISBN(String(repeating: "0", count: missing) + digits)
                return
            } catch {
                if !isDecimal { wrong = wrong ?? .wrongISBN(text, error) }
            }
        }
        if let wrong { warnings.append(wrong) }
        return nil
    }
}

extension String {
    /// Whether a cell that may also hold a key of another kind has an ISBN, right or wrong.
    var looksLikeISBN: Bool {
        let digits = withoutFormula.filter { $0 != "-" && $0 != " " }
        return (digits.utf8.count == 10 || digits.utf8.count == 13) && digits.hasOnlyDigits
    }

    /// The text in a formula such as `="0439023483"`, or this text.
    fileprivate var withoutFormula: String {
        hasPrefix("=\"") && hasSuffix("\"") ? String(dropFirst(2).dropLast()).tidied : self
    }

    /// Whether these are digits, the last perhaps an X.
    fileprivate var hasOnlyDigits: Bool {
        let isX = utf8.last.map { $0 | 0x20 == 0x78 } == true
        return utf8.dropLast(isX ? 1 : 0).allSatisfy { (0x30...0x39).contains($0) }
    }
}
