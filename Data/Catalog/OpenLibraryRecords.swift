// The parts of Open Library's records that are of use here (https://openlibrary.org/type). All may be missing: anybody
// can edit them.

/// One edition of a book.
struct OpenLibraryEdition: Decodable {
    let title: String?
    let subtitle: String?
    let authors: [OpenLibraryReference]?
    let works: [OpenLibraryReference]?
}

/// What all editions of a book have in common.
struct OpenLibraryWork: Decodable {
    let authors: [Role]?

    struct Role: Decodable {
        let author: OpenLibraryReference?
    }
}

/// Somebody who wrote books; or, where two records were found to be of one person, where that person is now.
struct OpenLibraryAuthor: Decodable {
    let name: String?
    let location: String?
}

struct OpenLibraryReference: Decodable {
    let key: String
}

/// The name of another record, which becomes a part of the address that is asked next.
struct OpenLibraryKey: Hashable {
    let text: String

    /// Nil where `text` is not of the form `/authors/OL23919A` or, for a work, `/works/OL45804W`: whatever else stands
    /// there must not lead anywhere.
    init?(_ text: String, _ kind: Kind) {
        let prefix = "/\(kind.rawValue)/OL"
        guard text.hasPrefix(prefix), text.utf8.last == kind.letter else { return nil }
        let digits = text.utf8.dropFirst(prefix.utf8.count).dropLast()
        guard (1...12).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        self.text = text
    }

    enum Kind: String {
        case author = "authors"
        case work = "works"

        fileprivate var letter: UInt8 {
            switch self {
            case .author: UInt8(ascii: "A")
            case .work: UInt8(ascii: "W")
            }
        }
    }
}
