import Domain
import Storage

extension BookList {
    /// Reads an array of books, or JSON Lines. Elements that aren't valid books become rejected rows; text that isn't
    /// JSON refuses the file.
    init(json file: TextFile, mostRows: Int) throws(TextError) {
        let elements = try file.jsonElements()
        guard elements.count <= mostRows else {
            throw .tooManyRows(line: file.line(at: elements[mostRows].lowerBound), most: mostRows)
        }
        var lines = LineCounter(file)
        let rows = file.bytes.withUnsafeBufferPointer { bytes in
            elements.map { element in
                let line = lines.line(at: element.lowerBound)
                return ImportRow(json: JSONScanner(bytes, range: element), line: line)
            }
        }
        self.init(
            rows: rows,
            source: Source(
                bytes: file.bytes, ranges: elements, before: Array("[\n".utf8), between: Array(",\n".utf8),
                after: Array("\n]\n".utf8)))
    }
}
