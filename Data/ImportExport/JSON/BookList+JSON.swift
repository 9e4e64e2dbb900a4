import Domain
import Storage

extension BookList {
    /// Reads an array of books, or JSON Lines. Elements that can't be read as books become rejected rows. Throws if the
    /// file isn't JSON.
    init(json file: TextFile, options: ImportOptions, mostRows: Int) throws(TextError) {
        let elements = try file.jsonElements()
        guard elements.count <= mostRows else {
            throw .tooManyRows(line: file.line(at: elements[mostRows].lowerBound), most: mostRows)
        }
        var lines = LineCounter(file)
        var names: Set<String> = []
        var hints = ListHints()
        let isOfCalibre = options.format == .calibre || options.format == nil && file.isOfCalibre(elements)
        let rows = file.bytes.withUnsafeBufferPointer { bytes in
            elements.enumerated().map { index, element in
                let line = lines.line(at: element.lowerBound)
                let object = BookObject(JSONScanner(bytes, range: element), options: options, isOfCalibre: isOfCalibre)
                if let book = object.book { hints.add(book.reading.hints) }
                if !options.mappings.isEmpty { names.formUnion(object.names) }
                return object.row(line: line, number: index + 1, bytes: file.bytes[element])
            }
        }
        self.init(
            rows: rows,
            source: Source(
                bytes: file.bytes, ranges: elements, before: Array("[\n".utf8), between: Array(",\n".utf8),
                after: Array("\n]\n".utf8)), names: names)
        self.hints = hints
        if isOfCalibre, options.format == nil { choices = [.calibre] }
    }
}

extension TextFile {
    /// Whether each of these elements is a book as `calibredb list --for-machine` prints it: with a number as `id`, where
    /// this program's own have a text, and with the authors in one text.
    fileprivate func isOfCalibre(_ elements: [Range<Int>]) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            !elements.isEmpty
                && elements.prefix(100).allSatisfy { element in
                    var (scanner, hasNumber, hasText) = (JSONScanner(bytes, range: element), false, false)
                    try? scanner.object { name, scanner throws(JSONError) in
                        switch (try name.text(), try ListedValue(from: &scanner)) {
                        case ("id", .number?): hasNumber = true
                        case ("authors", .text?): hasText = true
                        default: break
                        }
                    }
                    return hasNumber && hasText
                }
        }
    }
}
