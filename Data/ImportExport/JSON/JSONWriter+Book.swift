public import Domain
public import Storage

extension JSONWriter {
    /// Writes a book as exports have it: its stored members, then its borrower and the day it is due.
    public mutating func book(_ listing: Row<Book>) {
        object { json in
            json.members(of: BookRecord(listing))
            if let lentTo = listing.lentTo { json.member("lentTo", lentTo) }
            if let due = listing.due { json.member("due", due.description) }
        }
    }
}
