import Storage

extension [UInt8] {
    /// What these bytes, a whole file, are if not a list, and how to make one of it; nil unless they begin as a file of a
    /// well-known binary format does.
    var otherFormat: String? {
        if starts(with: Array("PK\u{3}\u{4}".utf8)) { return zipFormat }
        let formats: [(start: [UInt8], reason: String)] = [
            (Array("%PDF-".utf8), "it is a PDF; export the list as CSV instead"),
            ([0xD0, 0xCF, 0x11, 0xE0], "it is an old Excel or Word file; save it as CSV"),
            (Array("SQLite format 3".utf8), "it is an SQLite database; export its table as CSV"),
            ([0x1F, 0x8B], "it is compressed with gzip; unpack it first"),
        ]
        return formats.first { starts(with: $0.start) }?.reason
    }

    /// An archive doesn't compress the names of its files, nor the first file of an OpenDocument or an EPUB.
    private var zipFormat: String {
        let formats = [
            ("xl/workbook", "it is an Excel spreadsheet; save it as CSV"),
            ("opendocument.spreadsheet", "it is an OpenDocument spreadsheet; save it as CSV"),
            ("word/document", "it is a Word document; save its table as CSV"),
            ("Index/Document.iwa", "it is a document of Numbers or Pages; export it as CSV"),
            ("application/epub+zip", "it is an e-book (EPUB), not a list"),
        ]
        return withUnsafeBufferPointer { bytes in
            formats.first { Storage.contains(Array($0.0.utf8), in: bytes, bytes.indices) }?.1
        } ?? "it is a ZIP archive; unpack it, and import a list in it"
    }
}
