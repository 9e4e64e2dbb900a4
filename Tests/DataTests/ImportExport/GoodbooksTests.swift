import Data
import Domain
import FoundationEssentials
import Testing

/// Ten thousand real rows. The file isn't in this repository because it has a different licence.
struct GoodbooksTests {
    /// `../shared/data/goodbooks-10k/books.csv`, relative to the package.
    private static let path = {
        let package = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        return "/\(package)/../shared/data/goodbooks-10k/books.csv"
    }()

    @Test(
        .enabled(
            if: FileManager.default.fileExists(atPath: path), "the goodbooks-10k data set is not beside the package"))
    func readsTheWholeFile() throws {
        let bytes = Array(try #require(FileManager.default.contents(atPath: Self.path)))
        let list = try BookListReader().read(bytes, from: "books.csv")
        #expect(list.rows.count == 10_000)
        #expect(list.drafts.count == 10_000)
        #expect(list.drafts.count { $0.isbn != nil } == 9277)
        let wrong = list.warnings.count { if case .wrongISBN(_, .wrongCheckDigit) = $0 { true } else { false } }
        let rounded = list.warnings.count { if case .roundedISBN = $0 { true } else { false } }
        #expect(wrong == 23 && rounded == 135 && list.warnings.count == 158)
        #expect(list.rows.map(\.line) == Array(2...10_001))
        #expect(list.drafts.map(\.authors.count).max() == 47)
        for draft in list.drafts {
            _ = try Book(id: Book.ID(bits: 1), draft: draft, added: Day(daysSince1970: 0))
        }
        #expect(list.drafts[0].title == "The Hunger Games (The Hunger Games, #1)")
    }
}
