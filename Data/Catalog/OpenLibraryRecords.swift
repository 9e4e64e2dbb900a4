// The members of Open Library's records that are used here (https://openlibrary.org/type). Any but the key of a
// reference may be missing, because anyone can edit the records.

/// One edition of a book.
struct OpenLibraryEdition: Decodable {
    let title: String?
    let subtitle: String?
    let authors: [OpenLibraryReference]?
    let works: [OpenLibraryReference]?
}

/// A work, which all editions of a book share.
struct OpenLibraryWork: Decodable {
    let authors: [Role]?

    struct Role: Decodable {
        let author: OpenLibraryReference?
    }
}

/// An author; or, for a record merged into another, the location of the other one.
struct OpenLibraryAuthor: Decodable {
    let name: String?
    let location: String?
}

struct OpenLibraryReference: Decodable {
    let key: String
}

/// The key of another record, which becomes part of the path of the next request.
struct OpenLibraryKey: Hashable {
    let text: String

    /// Nil unless `text` has the form `/authors/OL23919A` or, for a work, `/works/OL45804W`: a record must not direct
    /// requests to other paths.
    init?(_ text: String, _ kind: Kind) {
        let prefix = "/\(kind.rawValue)/OL"
        guard text.hasPrefix(prefix), text.last == (kind == .author ? "A" : "W") else { return nil }
        let digits = text.utf8.dropFirst(prefix.utf8.count).dropLast()
        guard (1...12).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        self.text = text
    }

    enum Kind: String {
        case author = "authors"
        case work = "works"
    }
}
