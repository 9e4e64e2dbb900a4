import Domain
import Storage

extension BookList {
    /// Reads a table of books. Rejects a row that has text beyond the columns of the header; fewer fields are allowed.
    init(csv file: TextFile, from location: String, options: ImportOptions, mostRows: Int) throws(ImportError) {
        var reader = CSVReader(file)
        let first = try mapError({ ImportError($0, in: location) }, reader.header())
        let header = CSVHeader(first)
        // This program's own first: its columns of details may be those of another program.
        let candidates = options.format?.tableKinds ?? [.own] + ImportFormat.allCases.flatMap(\.tableKinds)
        let kinds = candidates.map { $0.applying(options.mappings) }
        guard var kind = kinds.first(where: { $0.problem(with: header, options) == nil }) else {
            let problem = kinds.last?.problem(with: header, options) ?? "not a table of books"
            let reason = "\(problem); columns found: \(header.summary)"
            throw .missingColumn(location: location, line: header.line, reason: reason)
        }
        let statusColumn = kind.shelvesOfStatuses(header, reader, options)
        if let statusColumn { kind = kind.applying([statusColumn]) }
        let table = BookTable(header, kind: kind, options: options)
        var rows: [ImportRow] = []
        var hints = ListHints()
        var names = Set(header.names.map(CSVHeader.key))
        let lineEnd = file.lineEnd(after: first.range.upperBound)
        var source = Source(
            bytes: file.bytes, before: file.bytes[..<file.start] + file.bytes[first.range] + lineEnd,
            between: lineEnd, after: lineEnd)
        do throws(TextError) {
            while let record = try reader.next() {
                guard rows.count < mostRows else { throw TextError.tooManyRows(line: record.line, most: mostRows) }
                let found = record.filledCount
                let bytes = file.bytes[record.range]
                if found > first.fields.count {
                    let reason = RejectionReason.tooManyFields(expected: first.fields.count, found: found)
                    rows.append(ImportRow(line: record.line, bytes: bytes, content: .rejected(reason)))
                } else {
                    let book = table.book(in: record)
                    names.formUnion(book.reading.mappedWords)
                    hints.add(book.reading.hints)
                    rows.append(book.row(line: record.line, bytes: bytes))
                }
                source.ranges.append(record.range)
            }
        } catch {
            throw ImportError(error, in: location)
        }
        self.init(rows: rows, source: source, names: names)
        self.statusColumn = statusColumn?.name
        lacksTitles = kind.isPlainWithoutTitles(header)
        self.hints = hints
    }
}

extension BookTable.Kind {
    /// Maps the column of shelves to the status. Nil if the table has a status column, or if a cell holds anything but one
    /// status.
    fileprivate func shelvesOfStatuses(
        _ header: CSVHeader, _ rows: CSVReader, _ options: ImportOptions
    ) -> ImportMapping? {
        guard requiredColumns.isEmpty, columns["status"]?.contains(where: { header.column($0) != nil }) == false,
            let column = columns["shelves"]?.compactMap(header.column).first,
            !options.mappings.contains(where: { $0.key == CSVHeader.key(header.names[column]) })
        else { return nil }
        var (rows, reading) = (rows, ListReading(options: options))
        var isFound = false
        // A record that can't be read is found again when the books are.
        while let record = try? rows.next() {
            let text = record[column].tidied
            if text.isEmpty { continue }
            guard reading.status(text) != nil else { return nil }
            isFound = true
        }
        return isFound ? ImportMapping("\(header.names[column])=\(BookField.status.rawValue)") : nil
    }
}

extension CSVReader {
    fileprivate mutating func header() throws(TextError) -> CSVRecord {
        guard let header = try next() else { throw TextError(line: nil, reason: "it is empty") }
        return header
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
