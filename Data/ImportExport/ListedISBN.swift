import Domain
import Storage

extension ISBN {
    /// The first valid ISBN in these cells, or nil. A cell may have several. Allows for the traces of spreadsheets: the
    /// formula `="0439023483"`, which keeps the digits a text; `439023483`, a number that has lost its leading zeros
    /// (up to three are restored); and `9780439023481.0`. `9.78043902348e+12` has lost its last digits. Allows for words
    /// around the number, `ISBN 978-0-14-143958-7 (pbk.)`, and keeps them. Keeps the cells that have something else as
    /// details. Warns of an invalid ISBN only if no cell has a valid one.
    init?(cells: [ListedCell], _ reading: inout ListReading) {
        var found: ISBN?
        var wrong: ImportWarning?
        for cell in cells.flatMap(\.separated) {
            let text = cell.text.withoutFormula
            if text.isEmpty { continue }
            switch Result(catching: { () throws(ISBNError) in try ISBN(spreadsheetText: text) }) {
            case .success(let isbn) where found == nil || found == isbn: found = isbn
            case .success: reading.keep(text, of: cell.column)
            case .failure(let error):
                reading.keep(text, of: cell.column)
                let isRounded = text.isRounded
                let isbns = isRounded ? [] : text.numbersAmongWords.compactMap { try? ISBN(entered: $0) }
                if found == nil, let isbn = isbns.first { found = isbn }
                // A text without a digit other than 0 is not meant to be an ISBN: "n/a", "0000000000".
                let isISBN = text.contains { $0.wholeNumberValue ?? 0 > 0 } && isbns.isEmpty
                if !isISBN { continue }
                if isRounded { wrong = wrong ?? .roundedISBN(text) }
                if case .wrongISBN = wrong { continue }
                // Not a price.
                if !isRounded, !(text.contains(".") && Double(text) != nil) {
                    let hasNumber = !text.looksLikeISBN && text.numbersAmongWords.contains(where: \.looksLikeISBN)
                    wrong = .wrongISBN(text, hasNumber ? .wrongCheckDigit : error)
                }
            }
        }
        if let found {
            self = found
        } else {
            if let wrong { reading.warnings.append(wrong) }
            return nil
        }
    }

    private init(spreadsheetText text: String) throws(ISBNError) {
        let isDecimal = text.contains(".")
        let digits = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
        let missing = isDecimal || !text.hasOnlyDigits || text.utf8.count < 7 ? 0 : max(0, 10 - text.utf8.count)
        let isZero = !text.utf8.contains { (0x31...0x39).contains($0) }
        if isZero { throw .wrongCheckDigit }
        try self.init(entered: String(repeating: "0", count: missing) + digits)
    }
}

extension ListedCell {
    /// A cell for each text between commas and other separators, but not for the parts of a number.
    fileprivate var separated: [ListedCell] {
        // Most cells are one number.
        if text.utf8.count < 18, text.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: "X") }) { return [self] }
        guard text.utf8.contains(where: ",;|/".utf8.contains), !text.withoutFormula.isRounded else { return [self] }
        let number = text.filter { $0 != "," }
        if (try? ISBN(entered: number)) != nil { return [ListedCell(column: column, text: number)] }
        let parts = text.split { ",;|/".contains($0) }.map { String($0).tidied }
        let haveNumbers = parts.contains { $0.count(where: \.isNumber) > 8 }
        return haveNumbers ? parts.map { ListedCell(column: column, text: $0) } : [self]
    }
}

extension String {
    /// Whether this looks like an ISBN, valid or not, and not like another kind of key.
    var looksLikeISBN: Bool {
        let digits = withoutFormula.filter { $0 != "-" && $0 != " " }
        return (digits.utf8.count == 10 || digits.utf8.count == 13) && digits.hasOnlyDigits
    }

    /// The text in a formula such as `="0439023483"`, or this text.
    fileprivate var withoutFormula: String {
        hasPrefix("=\"") && hasSuffix("\"") ? String(dropFirst(2).dropLast()).tidied : self
    }

    /// Whether a spreadsheet has written a number that it had no room for: `9.78014E+12`, `9,78044E+12`.
    fileprivate var isRounded: Bool {
        guard utf8.contains(where: { $0 | 0x20 == 0x65 }) else { return false }
        let isPart = { (byte: UInt8) in
            switch byte {
            case 0x30...0x39, 0x2B, 0x2C, 0x2E, 0x45, 0x65: true
            default: false
            }
        }
        guard utf8.allSatisfy(isPart) else { return false }
        let isNumber = utf8.first?.isDigit == true && utf8.last?.isDigit == true
        return isNumber && utf8.count { $0 | 0x20 == 0x65 } == 1
    }

    /// The numbers in a text that also has words: the first one, with its hyphens and spaces, and then each between spaces.
    fileprivate var numbersAmongWords: [String] {
        let isPart = { (character: Character) in
            character.isNumber || "-Xx \u{A0}\u{2010}\u{2011}\u{2012}\u{2013}".contains(character)
        }
        var start = self[...]
        if let name = lowercased().firstRange(of: "isbn") {
            // Not the digits of "ISBN-13".
            start = dropFirst(lowercased().distance(from: startIndex, to: name.upperBound))
            for form in ["-13", "-10", " 13", " 10", "13", "10"]
            where start.dropFirst(form.count).first == ":" && start.hasPrefix(form) {
                start = start.dropFirst(form.count)
            }
        }
        let first = start.drop { !$0.isNumber }.prefix(while: isPart)
        return [String(first)] + start.split { $0.isWhitespace || "()[]:".contains($0) }.map { String($0) }
    }

    /// Whether there are only digits, apart from an X at the end.
    fileprivate var hasOnlyDigits: Bool {
        let isX = utf8.last.map { $0 | 0x20 == 0x78 } == true
        return utf8.dropLast(isX ? 1 : 0).allSatisfy(\.isDigit)
    }
}
