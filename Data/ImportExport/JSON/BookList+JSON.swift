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
        let rows = file.bytes.withUnsafeBufferPointer { bytes in
            elements.enumerated().map { index, element in
                let line = lines.line(at: element.lowerBound)
                let object = BookObject(JSONScanner(bytes, range: element), options: options)
                if !options.mappings.isEmpty { names.formUnion(object.names) }
                return object.row(line: line, number: index + 1, bytes: file.bytes[element])
            }
        }
        self.init(
            rows: rows,
            source: Source(
                bytes: file.bytes, ranges: elements, before: Array("[\n".utf8), between: Array(",\n".utf8),
                after: Array("\n]\n".utf8)), names: names)
    }
}
