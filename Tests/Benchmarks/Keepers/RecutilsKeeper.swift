import Domain
import Foundation

/// GNU recutils: `recsel` and `recins` on a text file with one line for each value.
///
/// No key is declared, because `recins` would then compare every record with every other, which takes minutes with
/// 10,000.
struct RecutilsKeeper: BookKeeper {
    let recsel: String
    let recins: String
    let directory: String

    var name: String { "recutils" }

    var doesLess: String? {
        "order respects case, search respects accents; ISBNs and identifiers are not checked; nothing is made durable; no JSON"
    }

    private var file: String { directory + "/books.rec" }

    func fill(with books: [Book]) throws {
        let records = books.map { book in
            Self.fields(of: book).map { "\($0.name): \($0.value)\n" }.joined()
        }
        let text = "%rec: Book\n\n" + records.joined(separator: "\n")
        try text.write(toFile: file, atomically: false, encoding: .utf8)
    }

    func invocation(for errand: Errand) -> Invocation? {
        switch errand {
        case .list:
            Invocation(program: recsel, arguments: ["-t", "Book", "-S", "Title,Id", file])
        case .search(let word):
            Invocation(program: recsel, arguments: ["-t", "Book", "-i", "-q", word, "-S", "Title,Id", file])
        case .json:
            nil
        case .add(let book):
            Invocation(
                program: recins,
                arguments: ["-t", "Book"] + Self.fields(of: book).flatMap { ["-f", $0.name, "-v", $0.value] } + [file])
        }
    }

    func titles(in output: String, of errand: Errand) -> [String] {
        output.split(separator: "\n").filter { $0.hasPrefix("Title: ") }.map { String($0.dropFirst("Title: ".count)) }
    }

    private static func fields(of book: Book) -> [(name: String, value: String)] {
        var fields = [("Id", "\(book.id)"), ("Title", book.title)]
        fields += book.authors.map { ("Author", $0) }
        if let isbn = book.isbn { fields.append(("ISBN", "\(isbn)")) }
        fields.append(("Status", book.status.rawValue))
        if let rating = book.rating { fields.append(("Rating", "\(rating.stars)")) }
        if book.isFavorite { fields.append(("Favorite", "yes")) }
        fields += book.shelves.map { ("Shelf", $0) }
        fields.append(("Added", "\(book.added)"))
        if let finished = book.finished { fields.append(("Finished", "\(finished)")) }
        return fields
    }
}
