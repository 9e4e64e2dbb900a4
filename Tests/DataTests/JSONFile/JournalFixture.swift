import Data
import Domain

/// A journal of format version 1, byte by byte as some other program may have written it: after compaction, with
/// members that this version does not know, and with two lines that were appended since.
enum JournalFixture {
    static let text = #"""
        {"crc32c":"bc01fd49","format":"bookshelf-library","version":1,"first":7,"settled":8\#
        ,"madeBy":{"name":"a later version"}}
        {"crc32c":"ea8d162e","sequence":7,"books":[{"id":"000000000001","title":"Emma"\#
        ,"authors":["Jane Austen"],"status":"to-read","favorite":false,"shelves":[],"added":"2024-10-04"\#
        ,"publisher":"John Murray","pages":[474,{"x":null}]},{"id":"000000000002","title":"Persuasion"\#
        ,"authors":["Jane Austen"],"status":"to-read","favorite":false,"shelves":[],"added":"2024-10-04"}]}
        {"crc32c":"ec8a8071","sequence":8,"books":[{"id":"000000000003","title":"Sanditon"\#
        ,"authors":["Jane Austen"],"status":"to-read","favorite":false,"shelves":[],"added":"2024-10-04"}]\#
        ,"borrowers":[{"id":"000000000001","name":"Ana","phone":"\u0030"}]}
        {"crc32c":"eff5a652","sequence":9,"note":"of a later version","loans":[{"id":"000000000001"\#
        ,"book":"000000000002","borrower":"000000000001","lent":"2024-10-04","due":"2024-11-01"}]}
        {"crc32c":"e4c221b6","sequence":10,"books":[{"id":"000000000003","title":"Lady Susan"\#
        ,"authors":["Jane Austen"],"status":"to-read","favorite":false,"shelves":[],"added":"2024-10-04"}]}

        """#

    /// Five, each with its line feed.
    static let lines = Array(text.utf8).lines

    /// The entities in it. The last unit of work has replaced the title "Sanditon".
    static func snapshot(title: String = "Lady Susan") throws -> LibrarySnapshot {
        LibrarySnapshot(
            books: [try book(1, "Emma"), try book(2, "Persuasion"), try book(3, title)],
            borrowers: [try borrower(1, "Ana")], loans: [loan(1, of: 2)])
    }

    /// A directory with a library in it.
    static func file(_ bytes: [UInt8] = Array(text.utf8)) throws -> TestFile {
        let file = try TemporaryDirectory().file("library.jsonl")
        try file.write(bytes)
        return file
    }
}

extension TestFile {
    /// A new instance of the library in this file, as another process would open it.
    func library() -> JSONFileLibrary {
        JSONFileLibrary(path: path)
    }
}
