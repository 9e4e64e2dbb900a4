import Domain
import Storage

extension BookList {
    /// Reads a table of books. Rejects a row that has more fields than the header; it may have fewer.
    init(csv file: TextFile, options: ImportOptions, mostRows: Int) throws(TextError) {
        var reader = CSVReader(file)
        guard let first = try reader.next() else { throw TextError(line: nil, reason: "it is empty") }
        let header = CSVHeader(first)
        let kinds = options.format.tableKinds.map { $0.applying(options.mappings) }
        let table = try BookTable(header, kinds: kinds, options: options)
        var rows: [ImportRow] = []
        var names = Set(header.names.map(CSVHeader.key))
        let lineEnd = file.lineEnd(after: first.range.upperBound)
        var source = Source(
            bytes: file.bytes, before: file.bytes[..<file.start] + file.bytes[first.range] + lineEnd,
            between: lineEnd, after: lineEnd)
        while let record = try reader.next() {
            guard rows.count < mostRows else { throw .tooManyRows(line: record.line, most: mostRows) }
            let found = record.filledCount
            let bytes = file.bytes[record.range]
            if found > first.fields.count {
                let reason = RejectionReason.tooManyFields(expected: first.fields.count, found: found)
                rows.append(ImportRow(line: record.line, bytes: bytes, content: .rejected(reason)))
            } else {
                let book = table.book(in: record)
                if let word = book.reading.mappedWord { names.insert(word) }
                rows.append(book.row(line: record.line, bytes: bytes))
            }
            source.ranges.append(record.range)
        }
        self.init(rows: rows, source: source, names: names)
    }
}

extension TextFile {
    /// The line end at `offset`, or a line feed at the end of the file.
    fileprivate func lineEnd(after offset: Int) -> [UInt8] {
        let found = bytes[offset...].prefix(2)
        if found.starts(with: [.carriageReturn, .lineFeed]) { return Array(found) }
        return found.first.map { [$0] } ?? [.lineFeed]
    }
}
