import Data
import Domain
import FileTestSupport
import Foundation
import StorageTestSupport
import Testing

/// Damaged book lists are read or refused, and each row has its own line.
///
/// `BOOKSHELF_SEED` replays a run; `BOOKSHELF_ROUNDS` makes it longer.
struct BookListFuzzTests {
    private static let rounds = environmentNumber("BOOKSHELF_ROUNDS") ?? 300

    @Test func damagedListsAreReadOrRefused() throws {
        let seed = SeededGenerator.seed
        var random = SeededGenerator(seed: seed)
        let samples = Self.samples.map { Array($0.utf8) } + Self.goodbooks + [Self.utf16, Self.latin]
        for sample in samples { #expect(try check(sample) > 0) }
        for round in 0..<Self.rounds {
            let bytes = damaged(try #require(samples.randomElement(using: &random)), using: &random)
            do {
                _ = try check(bytes)
            } catch {
                let text = String(decoding: bytes, as: UTF8.self)
                Issue.record("BOOKSHELF_SEED=\(seed), round \(round): \(error)\n\(text)")
                return
            }
        }
    }

    /// A promise that was broken.
    private struct Violation: Error {
        let rule: String
    }

    /// Returns the number of formats in which the list could be read.
    private func check(_ bytes: [UInt8]) throws -> Int {
        let lines = 1 + bytes.count { $0 == 0x0A || $0 == 0x0D }
        var count = 0
        for format in [nil] + ImportFormat.allCases {
            let list: BookList
            do throws(ImportError) {
                list = try BookListReader(ImportOptions(format: format)).read(bytes, from: "fuzz")
            } catch {
                let line: Int? =
                    switch error {
                    case .malformed("fuzz", let line, _): line ?? 1
                    case .missingColumn("fuzz", let line, _): line
                    default: nil
                    }
                guard let line, (1...lines).contains(line) else {
                    throw Violation(rule: "what is malformed is on a line of the file")
                }
                continue
            }
            let found = list.rows.map(\.line)
            guard found == found.sorted(), found.allSatisfy((1...lines).contains) else {
                throw Violation(rule: "rows are on lines of the file")
            }
            _ = list.rejects(lines: Set(found))
            count += 1
        }
        return count
    }

    /// The beginning of `../shared/data/goodbooks-10k/books.csv`, if it is beside the package.
    private static var goodbooks: [[UInt8]] {
        let package = URL(filePath: #filePath).pathComponents.dropFirst().dropLast(4).joined(separator: "/")
        let handle = FileHandle(forReadingAtPath: "/\(package)/../shared/data/goodbooks-10k/books.csv")
        // Whole lines: half a quoted field would be malformed already.
        return ((try? handle?.read(upToCount: 4000)) ?? nil).map { bytes in
            [Array(bytes.prefix(through: bytes.lastIndex(of: 0x0A) ?? bytes.startIndex))]
        } ?? []
    }

    private static let utf16 = DataTests.utf16("title,author\nÉmma,Jane\n", isBigEndian: true)
    private static let latin =
        Array("Book Id\tTitle\tPrimary Author\tISBN\tTags\n1\tÉmma\t\"A\" B\t[0140448071]\t".utf8) + [0xE9, 0x0A]

    private static let samples = [
        "\u{FEFF}title,author,isbn\r\n\"Emma, \"\"x\"\"\",Jane Austen,=\"0439023483\"\r\n\"a\nb\",\"c\",439023483\r\n",
        "Book Id,Title,Author,ISBN,ISBN13,My Rating,Date Read,Bookshelves,Exclusive Shelf,My Review\n"
            + "1,Emma,Jane  Austen,=\"\",=\"9780439023481\",4,2023/08/15,\"a, b\",dnf,\"x\n\"\"y\"\"\"\n",
        "Title;Authors;ISBN/UID;Read Status;Star Rating\nEmma;Jane Austen;B0;read;4.25\r\rÉmma;X, Y;9780439023481;x;\n",
        "title,author,status,olid,book_format,readings,tags,deleted\n"
            + "Emma,\"Austen, Jane\",finished,,,2024-02-03T00:00:00.000|2024-02-05|1;|,a|||||b,true\n",
        "Title,Author,Status,Hardcover Book ID,Lists,Date Started,Date Finished\n"
            + "Emma,\"Jane Austen, B (Translator)\",Read,1,\"a, b (#2)\",\"2023-07-20, 2024-01-01\",2023-08-15\n",
        "title,authors,author_sort,timestamp,uuid,identifiers\nEmma,A & B,\"A & B\",2021-01-19T22:41:16+01:00,1,isbn:\n",
        "id,title,authors,isbn,status,rating,favorite,shelves,added,finished,lentTo,due\r\n"
            + "0123456789ab,Emma,a\\;b; c\\\\,,read,5,true,,2020-01-01,,Bo,2020-02-01\r\n",
        "[\n{\"title\":\"\\ud83d\\udcda\\n\",\"authors\":[\"Jane Austen\"],\"rating\":4.5e0,\"shelves\":[]},\n"
            + "{\"id\":\"0123456789ab\",\"title\":null,\"favorite\":true,\"x\":{\"y\":[[1,-2.5E+3]]}}\n]\n",
        "{\"title\":\"a\",\"isbn\":\"9780439023481\"}\n{\"status\":\"read\",\"added\":\"2020-01-01\"}\n",
    ]
}
