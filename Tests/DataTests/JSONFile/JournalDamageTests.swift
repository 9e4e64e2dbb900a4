import Data
import Domain
import Testing

/// A file that no interrupted write can have left is an error that says where, and is never written to.
struct JournalDamageTests {
    /// What can happen to a file. The line is where it is noticed, if the file has lines at all.
    struct Damage: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let line: Int?
        let bytes: [UInt8]

        init(_ name: String, line: Int?, _ damage: (inout [[UInt8]]) -> Void) {
            var lines = JournalFixture.lines
            damage(&lines)
            self.testDescription = name
            self.line = line
            self.bytes = Array(lines.joined())
        }
    }

    static let damages = [
        Damage("an emptied file", line: nil) { $0 = [] },
        Damage("something else", line: 1) { $0 = [Array("Dear Ana,\n".utf8)] },
        Damage("something else without a line feed", line: 1) { $0 = [Array("Dear Ana".utf8)] },
        Damage("another program's file", line: 1) {
            $0[0] = Array(#"{"crc32c":"1ef8dbb8","format":"recipes","version":1}"#.utf8) + [10]
        },
        Damage("a changed first line", line: 1) { $0[0][30] ^= 1 },
        Damage("a torn first line", line: 1) { $0 = [$0[0].dropLast(20)] },
        Damage("a missing first line", line: 1) { $0.removeFirst() },
        Damage("an empty first line", line: 1) { $0.insert([10], at: 0) },
        Damage("a changed record", line: 3) { $0[2][60] ^= 1 },
        Damage("a changed checksum", line: 4) { $0[3][12] ^= 1 },
        Damage("a torn line in the middle", line: 3) { $0[2].removeLast(20) },
        Damage("a lost line feed", line: 2) { $0[1].removeLast() },
        Damage("an empty line in the middle", line: 3) { $0.insert([10], at: 2) },
        Damage("garbage in the middle", line: 4) { $0.insert(Array("garbage\n".utf8), at: 3) },
        Damage("invalid UTF-8 in the middle", line: 2) { $0[1].replaceSubrange(40..<42, with: [0xFF, 0xC0]) },
        Damage("a missing line", line: 3) { $0.remove(at: 2) },
        Damage("a line twice", line: 4) { $0.insert($0[2], at: 2) },
        Damage("lines in the wrong order", line: 3) { $0.swapAt(2, 3) },
        Damage("settled lines missing at the end", line: 3) { $0.removeLast(3) },
        Damage("all lines but the first missing", line: 2) { $0.removeLast(4) },
        Damage("a settled line torn", line: 3) { $0 = $0[..<2] + [$0[2].dropLast(9)] },
        Damage("a settled last line changed", line: 3) { lines in
            lines.removeLast(2)
            lines[2][60] ^= 1
        },
        Damage("zero bytes at the end", line: 6) { $0.append([UInt8](repeating: 0, count: 512)) },
        Damage("zero bytes in place of the last line", line: 5) { $0[4] = [UInt8](repeating: 0, count: $0[4].count) },
        Damage("a zero byte in the last line", line: 5) { $0[4][50] = 0 },
        Damage("nothing but zero bytes", line: 1) { $0 = [[UInt8](repeating: 0, count: 4096)] },
        Damage("two files in one", line: 6) { $0 += $0 },
    ]

    @Test(arguments: damages)
    func damageIsAnErrorThatSaysWhere(damage: Damage) async throws {
        let file = try JournalFixture.file(damage.bytes)
        for library in [file.library(), file.library()] {
            let books = library.books
            await #expect { _ = try await library.snapshot() } throws: { damage.isReported(by: $0, of: file) }
            await #expect { _ = try await books.find(bookID(1)) } throws: { damage.isReported(by: $0, of: file) }
            await #expect { try await books.save(book(9)) } throws: { damage.isReported(by: $0, of: file) }
            await #expect { try await books.delete(bookID(1)) } throws: { damage.isReported(by: $0, of: file) }
            var seen = books.observe().makeAsyncIterator()
            await #expect { _ = try await seen.next() } throws: { damage.isReported(by: $0, of: file) }
        }
        #expect(try file.bytes() == damage.bytes)
    }

    /// As when a backup is put back while the program runs.
    @Test(arguments: damages)
    func damageThatHappensMeanwhileIsNoticedAndCanBeUndone(damage: Damage) async throws {
        let file = try JournalFixture.file()
        let library = file.library()
        #expect(try await library.snapshot() == JournalFixture.snapshot())
        try file.replace(with: damage.bytes)
        await #expect { _ = try await library.snapshot() } throws: { damage.isReported(by: $0, of: file) }
        await #expect { try await library.books.save(book(9)) } throws: { damage.isReported(by: $0, of: file) }
        #expect(try file.bytes() == damage.bytes)

        try file.replace(with: Array(JournalFixture.text.utf8))
        #expect(try await library.snapshot() == JournalFixture.snapshot())
        try await library.books.save(book(9))
        #expect(try await file.library().snapshot() == library.snapshot())
    }
}

extension JournalDamageTests.Damage {
    func isReported(by error: any Error, of file: TestFile) -> Bool {
        guard case LibraryError.store(.damaged(file.path, line, let reason)) = error else { return false }
        return !reason.isEmpty
    }
}
