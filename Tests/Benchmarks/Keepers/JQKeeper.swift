import Data
import Domain
import Foundation
import Storage

/// `jq` over an array of the objects that `bookshelf list --json` prints.
struct JQKeeper: BookKeeper {
    let program: String
    let directory: String

    var name: String { "jq" }

    var doesLess: String? {
        """
        order and search ignore neither accents nor case outside ASCII; nothing is made durable, and one of two \
        concurrent additions is lost
        """
    }

    private var file: String { directory + "/books.json" }
    private static let inOrder = "sort_by((.title | ascii_downcase), .id)"
    private static let values = """
        .[] | [.id, .title, (.authors | join("; ")), .isbn, .status, .rating, .favorite, (.shelves | join("; ")),
        .added, .finished] | @tsv
        """

    func fill(with books: [Book]) throws {
        let bytes = BookListWriter(format: .json).write(books.map { BookListing(book: $0) })
        try Data(bytes).write(to: URL(filePath: file))
    }

    func invocation(for errand: Errand) -> Invocation? {
        switch errand {
        case .list:
            return invocation("-r", "\(Self.inOrder) | \(Self.values)")
        case .search(let word):
            let texts = ".title, .authors[], .shelves[]"
            let found = "map(select(any(\(texts); ascii_downcase | contains(\"\(word)\"))))"
            return invocation("-r", "\(found) | \(Self.inOrder) | \(Self.values)")
        case .json:
            return invocation("-c", Self.inOrder)
        case .add(let book):
            var json = JSONWriter()
            json.book(BookListing(book: book))
            let script = #""$1" -c --argjson book "$2" '. + [$book]' "$3" >"$3.new" && mv "$3.new" "$3""#
            let words = ["-c", script, "sh", program, String(decoding: json.bytes, as: UTF8.self), file]
            return Invocation(program: "/bin/sh", arguments: words)
        }
    }

    func titles(in output: String, of errand: Errand) throws -> [String] {
        if case .json = errand { return try output.titlesInJSON() }
        return output.titlesBetweenTabs
    }

    private func invocation(_ option: String, _ filter: String) -> Invocation {
        Invocation(program: program, arguments: [option, filter, file])
    }
}
