import Domain
import Testing

@testable import Data

/// A journal that is long enough to be read in parts, side by side, is read as if it were one.
struct LongJournalTests {
    /// A first line and three hundred units of work, in which each of ten books is changed thirty times: 1.2 MB.
    private static let lines: [[UInt8]] = {
        let filling = String(repeating: "x", count: 4000)
        let units = (1...300).map { number in
            JournalFormat.line { writer in
                writer.member("sequence", number)
                writer.name("books")
                writer.array { writer in
                    writer.object { writer in
                        writer.member("id", "\(bookID(number % 10))")
                        writer.member("title", "\(number) \(filling)")
                        writer.member("authors", ["Ana"])
                        writer.member("status", "read")
                        writer.member("added", "\(someDay)")
                    }
                }
            }
        }
        return [JournalHeader(first: 1, settled: 0).line] + units
    }()

    private func numbers(in lines: [[UInt8]], dropLast missing: Int = 0) async throws -> [Int?] {
        let bytes = lines.reduce(into: []) { $0 += $1 }.dropLast(missing)
        let books = try await JournalFixture.file(Array(bytes)).library().books.all()
        return books.map { Int($0.title.prefix { $0 != " " }) }
    }

    @Test func theLastOfEachBookCounts() async throws {
        #expect(try await numbers(in: Self.lines) == [300, 291, 292, 293, 294, 295, 296, 297, 298, 299])
    }

    @Test func whatIsDeletedInALaterPartIsGoneUnlessItIsSavedAgain() async throws {
        let deletion = JournalFormat.line { writer in
            writer.member("sequence", 301)
            writer.name("deleted")
            writer.object { $0.member("books", ["\(bookID(3))", "\(bookID(4))", "\(bookID(11))"]) }
        }
        let library = try JournalFixture.file((Self.lines + [deletion]).reduce(into: []) { $0 += $1 }).library()
        #expect(try await library.books.find(bookID(3)) == nil)
        #expect(try await library.books.all().map(\.id) == [0, 1, 2, 5, 6, 7, 8, 9].map { bookID($0) })
        let again = try book(4)
        try await library.books.save(again)
        #expect(try await library.books.find(again.id) == again)
        #expect(try await library.books.all().map(\.id) == [0, 1, 2, 4, 5, 6, 7, 8, 9].map { bookID($0) })
        try await library.books.delete(bookID(0))
        #expect(try await library.books.all().map(\.id) == [1, 2, 4, 5, 6, 7, 8, 9].map { bookID($0) })
    }

    @Test(arguments: [1, 10, 2000])
    func aTornLastLineIsDropped(missing: Int) async throws {
        let expected = [290, 291, 292, 293, 294, 295, 296, 297, 298, 299]
        #expect(try await numbers(in: Self.lines, dropLast: missing) == expected)
    }

    /// A part ends after half a megabyte, near the lines 129 and 258.
    @Test(arguments: [2, 128, 129, 130, 131, 257, 258, 259, 300])
    func damageIsFoundWhereverItIs(line: Int) async throws {
        var changed = Self.lines
        changed[line - 1][1000] ^= 1
        await expectDamage(of: changed, at: line)

        var shorter = Self.lines
        shorter.remove(at: line - 1)
        await expectDamage(of: shorter, at: line)
    }

    private func expectDamage(of lines: [[UInt8]], at line: Int) async {
        await #expect {
            _ = try await numbers(in: lines)
        } throws: { error in
            guard case LibraryError.store(.damaged(_, line, _)) = error else { return false }
            return true
        }
    }
}
