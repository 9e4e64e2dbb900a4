import Domain
import TestSupport

func stars(_ number: Int) -> Rating {
    guard let rating = Rating(number) else { preconditionFailure("no such rating: \(number)") }
    return rating
}

/// A book whose identifier is that number.
func book(_ number: UInt64, _ draft: BookDraft, added: Day = today) throws -> Book {
    try Book(id: Book.ID(bits: number), draft: draft, added: added)
}

func book(_ number: UInt64, _ title: String, by authors: String..., isbn: String? = nil) throws -> Book {
    let isbn = try isbn.map { try ISBN($0) }
    return try book(number, BookDraft(title: title, authors: authors.isEmpty ? ["Ana"] : authors, isbn: isbn))
}

let isbnA = "9780306406157"
let isbnB = "9780804429573"
