import Domain
import Storage

extension BookList {
    /// Reads a list of ISBNs, one on each line, as a scanner writes it. The books have no titles yet.
    init(isbns file: TextFile, mostRows: Int) throws(TextError) {
        var (rows, ranges): ([ImportRow], [Range<Int>]) = ([], [])
        for (line, range) in file.lines {
            let text = String(decoding: file.bytes[range], as: UTF8.self).unquoted
            // A line with nothing but the name of the column.
            if text.isEmpty || rows.isEmpty && CSVHeader.key(text).hasPrefix("isbn") { continue }
            guard rows.count < mostRows else { throw .tooManyRows(line: line, most: mostRows) }
            let content: ImportRow.Content
            do throws(ISBNError) {
                let draft = BookDraft(isbn: try ISBN(entered: text))
                content = .book(ImportedBook(draft, assumed: BookField.neverAbsent))
            } catch {
                content = .rejected(.wrongISBN(error))
            }
            rows.append(ImportRow(line: line, bytes: file.bytes[range], content: content))
            ranges.append(range)
        }
        self.init(
            rows: rows,
            source: Source(bytes: file.bytes, ranges: ranges, before: [], between: [.lineFeed], after: [.lineFeed]),
            names: [])
        lacksTitles = true
    }
}

extension TextFile {
    /// Whether the first line, or the one after a name, is an ISBN, perhaps a wrong one, and nothing else.
    var beginsLikeISBNs: Bool {
        let start = bytes[start...].prefix(100).split { $0 == .lineFeed || $0 == .carriageReturn }
        let texts = start.map { String(decoding: $0, as: UTF8.self).unquoted }.filter { !$0.isEmpty }
        let first = texts.prefix(2).first { !["isbn", "isbn13", "isbn10"].contains(CSVHeader.key($0)) }
        return first.map { $0.looksLikeISBN || (try? ISBN(entered: $0)) != nil } ?? false
    }

    /// The lines that aren't empty, with their numbers.
    fileprivate var lines: some Sequence<(number: Int, range: Range<Int>)> {
        let parts = bytes[start...].split(omittingEmptySubsequences: true) { $0 == .lineFeed || $0 == .carriageReturn }
        var counter = LineCounter(self)
        return parts.map { (counter.line(at: $0.startIndex), $0.startIndex..<$0.endIndex) }
    }
}

extension String {
    /// Tidied, without the quotes of CSV around it.
    fileprivate var unquoted: String {
        let text = tidied
        return text.utf8.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"")
            ? String(text.dropFirst().dropLast()) : text
    }
}
