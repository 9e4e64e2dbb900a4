public import Domain
public import Storage

extension JSONWriter {
    /// Writes a book as it is exported, and as commands print it: as it is stored, and who has it until when.
    public mutating func book(_ listing: BookListing) {
        object { json in
            json.members(of: BookRecord(listing.book))
            if let lentTo = listing.lentTo { json.member("lentTo", lentTo) }
            if let due = listing.due { json.member("due", due.description) }
        }
    }
}
