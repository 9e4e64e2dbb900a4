public import Domain

extension JSONWriter {
    /// Writes a book as it is exported, and as commands print it: absent values are left out, days are `YYYY-MM-DD`.
    public mutating func book(_ listing: BookListing) {
        let book = listing.book
        object { json in
            json.member("id", book.id.description)
            json.member("title", book.title)
            json.member("authors", book.authors)
            if let isbn = book.isbn { json.member("isbn", isbn.description) }
            json.member("status", book.status.rawValue)
            if let rating = book.rating { json.member("rating", rating.stars) }
            json.member("favorite", book.isFavorite)
            json.member("shelves", book.shelves)
            json.member("added", book.added.description)
            if let finished = book.finished { json.member("finished", finished.description) }
            if let lentTo = listing.lentTo { json.member("lentTo", lentTo) }
            if let due = listing.due { json.member("due", due.description) }
        }
    }
}
