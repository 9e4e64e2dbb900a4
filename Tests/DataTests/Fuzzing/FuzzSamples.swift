import Data
import Domain
import Foundation
import FuzzChecks

/// Real files to be damaged.
enum FuzzSamples {
    static func files(for check: FuzzCheck) async throws -> [[UInt8]] {
        switch check {
        case .journal, .vouchedJournal: [Array(JournalFixture.text.utf8), try await journal()]
        case .settings: [Array(settings.utf8)]
        case .keyValueLibrary: [try await keyValueLibrary()]
        case .bookList: bookLists.map { Array($0.utf8) } + goodbooks
        }
    }

    /// As the program writes it.
    private static func journal() async throws -> [UInt8] {
        let files = MemoryFiles("/other", [])
        try await change(JSONFileLibrary(path: "/library.jsonl", files: files))
        return files.bytes("/library.jsonl") ?? []
    }

    private static func keyValueLibrary() async throws -> [UInt8] {
        let files = MemoryFiles("/other", [])
        try await change(KeyValueLibrary(store: KeyValueFile(path: "/library.json", files: files)))
        return files.bytes("/library.json") ?? []
    }

    private static func change(_ library: any Library) async throws {
        try await library.books.save([book(1, "Emma"), book(2, "Persuasion") { $0.rating = Rating(5) }])
        try await library.perform { unit throws(LibraryError) in
            try await unit.books.save(Samples.sanditon)
            try await unit.borrowers.save(Samples.ana)
            try await unit.loans.save(loan(1, of: 1))
        }
        try await library.loans.delete(loan(1, of: 1).id)
        try await library.books.save(book(3, "Lady \"Susan\" \u{1F4DA}") { $0.shelves = ["Español", "日本"] })
        try await library.books.delete(bookID(2))
    }

    private static let settings = """
        {
          "version": 1,
          "loan-days": 14,
          "sort": "author",
          "store": "file",
          "zoom": { "x": [1.50,  null, "\\ud83d\\udcda"] }
        }

        """

    /// The beginning of `../shared/data/goodbooks-10k/books.csv`, if it is beside the package.
    private static var goodbooks: [[UInt8]] {
        let package = URL(filePath: #filePath).pathComponents.dropFirst().dropLast(4).joined(separator: "/")
        let handle = FileHandle(forReadingAtPath: "/\(package)/../shared/data/goodbooks-10k/books.csv")
        return ((try? handle?.read(upToCount: 4000)) ?? nil).map { [Array($0)] } ?? []
    }

    static let bookLists = [
        "\u{FEFF}title,author,isbn\r\n\"Emma, \"\"x\"\"\",Jane Austen,=\"0439023483\"\r\n\"a\nb\",\"c\",439023483\r\n",
        "Book Id,Title,Author,ISBN,ISBN13,My Rating,Date Read,Bookshelves,Exclusive Shelf,My Review\n"
            + "1,Emma,Jane  Austen,=\"\",=\"9780439023481\",4,2023/08/15,\"a, b\",dnf,\"x\n\"\"y\"\"\"\n",
        "Title;Authors;ISBN/UID;Read Status;Star Rating\nEmma;Jane Austen;B0;read;4.25\r\rÉmma;X, Y;9780439023481;x;\n",
        "id,title,authors,isbn,status,rating,favorite,shelves,added,finished,lentTo,due\r\n"
            + "0123456789ab,Emma,a\\;b; c\\\\,,read,5,true,,2020-01-01,,Bo,2020-02-01\r\n",
        "[\n{\"title\":\"\\ud83d\\udcda\\n\",\"authors\":[\"Jane Austen\"],\"rating\":4.5e0,\"shelves\":[]},\n"
            + "{\"id\":\"0123456789ab\",\"title\":null,\"favorite\":true,\"x\":{\"y\":[[1,-2.5E+3]]}}\n]\n",
        "{\"title\":\"a\",\"isbn\":\"9780439023481\"}\n{\"status\":\"read\",\"added\":\"2020-01-01\"}\n",
    ]
}
