import Data
import Domain
import Testing

@testable import App

struct ErrorReportTests {
    private static let due = Day(daysSince1970: 20_788)

    private func book(_ title: String, bits: UInt64 = 1) throws -> Book {
        try Book(
            id: Book.ID(bits: bits), draft: BookDraft(title: title, authors: ["Frank Herbert"]), added: Self.due)
    }

    @Test func whatIsLentIsSaidWithWhoHasItAndUntilWhen() throws {
        let book = try book("Dune")
        let expected = "\"Dune\" is lent to Ana until 2026-12-01"
        #expect(ErrorReport(.lending(.alreadyLent(book, to: "Ana", due: Self.due))).message == expected)
        #expect(ErrorReport(.book(.isLent(book, to: "Ana", due: Self.due))).message.hasPrefix(expected))
    }

    @Test func candidatesAreListed() throws {
        let books = try (1...25).map { try book("Dune \($0)", bits: $0) }
        let report = ErrorReport(.book(.ambiguous("dune", books)))
        #expect(report.message == "\"dune\" fits 25 books; name one by its identifier:")
        #expect(report.details.first == "000000000001  Dune 1, Frank Herbert")
        #expect(report.details.count == 21)
        #expect(report.details.last == "and 5 more")
    }

    @Test func everyAreaHasItsExitStatus() throws {
        let store = StoreError.failed(operation: "write", place: "library.jsonl", reason: "No space left on device")
        let expected: [(LibraryError, App.ExitStatus)] = [
            (.book(.noTitle), .refused), (.book(.noSuchBook("x")), .refused),
            (.lending(.noSuchBorrower("Ana")), .refused),
            (.store(store), .storeFailed), (.store(.busy(place: "x", seconds: 10)), .storeFailed),
            (.store(.unreachable(place: "x", reason: "y")), .unreachable),
            (.catalog(.noSuchBook(try ISBN("9780441172719"))), .refused),
            (.catalog(.noAuthor(try ISBN("9780441172719"), title: "x")), .refused),
            (.catalog(.unreachable(place: "x", reason: "y")), .unreachable),
            (.catalog(.badAnswer(place: "x", reason: "y")), .unreachable),
            (.catalog(.badAddress("x")), .wrongUsage), (.catalog(.notBuiltIn(remedy: "x")), .unreachable),
        ]
        let ofCommands: [(CommandError, App.ExitStatus)] = [
            (.settings(.noSuchKey("colour", known: ["color"])), .wrongUsage),
            (.settings(.badValue(key: "sort", value: "x", expected: "title")), .wrongUsage),
            (.importFile(.unreadable(place: "x", reason: "y")), .unreadableInput),
            (.importFile(.malformed(place: "x", line: 3, reason: "y")), .malformedInput),
        ]
        for (error, status) in expected.map({ (.library($0), $1) }) + ofCommands {
            #expect(ErrorReport(error).status == status, "\(error)")
        }
        #expect(ErrorReport(.store(store)).message == "can't write library.jsonl: No space left on device")
        #expect(ErrorReport(.settings(.noSuchKey("colour", known: ["color"]))).message.contains("\"color\""))
    }

    @Test func exitStatusesAreThoseOfTheDesign() {
        let statuses: [App.ExitStatus] = [
            .done, .refused, .wrongUsage, .malformedInput, .unreadableInput, .unreachable, .storeFailed,
        ]
        #expect(statuses.map(\.rawValue) == [0, 1, 64, 65, 66, 69, 74])
    }
}
