import Domain
import Storage

@testable import Data

/// The formats of this program's own lists.
enum OwnList: CaseIterable {
    case csv, json

    /// A list of these books. In JSON, a book is its record, and what others say of it; what `export` writes is compared with
    /// it in the tests of App.
    func write(_ books: [Row<Book>]) -> [UInt8] {
        if self == .csv { return EntityList.csv(books) }
        let objects = books.map { row in
            var json = JSONWriter()
            json.object { json in
                if let book = row.entity { json.members(of: BookRecord(book)) }
                if let lentTo = row.lentTo { json.member("lentTo", lentTo) }
                if let due = row.due { json.member("due", due.description) }
            }
            return json.bytes
        }
        return Array("[\n".utf8) + objects.joined(separator: ",\n".utf8) + Array("\n]\n".utf8)
    }
}
