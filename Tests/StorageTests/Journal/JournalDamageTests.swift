import FileTestSupport
import Testing

@testable import Storage

/// A file that can't be the result of an interrupted write is an error that names the line, and is never written to.
struct JournalDamageTests {
    /// A damaged file, and the line that the error names.
    struct Damage: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let line: Int
        let bytes: [UInt8]

        init(_ name: String, line: Int, _ damage: (inout [[UInt8]]) -> Void) {
            var lines = JournalFixture.lines
            damage(&lines)
            self.testDescription = name
            self.line = line
            self.bytes = Array(lines.joined())
        }
    }

    static let damages = [
        Damage("an emptied file", line: 1) { $0 = [] },
        Damage("something else", line: 1) { $0 = [Array("Dear Ana,\n".utf8)] },
        Damage("something else without a line feed", line: 1) { $0 = [Array("Dear Ana".utf8)] },
        Damage("a changed first line", line: 1) { $0[0][30] ^= 1 },
        Damage("a first line whose version was changed", line: 1) {
            $0[0].change(#""version":1"#, to: #""version":9"#)
        },
        Damage("a torn first line", line: 1) { $0 = [$0[0].dropLast(20)] },
        Damage("a missing first line", line: 1) { $0.removeFirst() },
        Damage("an empty first line", line: 1) { $0.insert([10], at: 0) },
        Damage("a changed record", line: 3) { $0[2][60] ^= 1 },
        Damage("a changed checksum", line: 4) { $0[3][12] ^= 1 },
        Damage("a torn line in the middle", line: 3) { $0[2].removeLast(20) },
        Damage("a lost line feed", line: 2) { $0[1].removeLast() },
        Damage("an empty line in the middle", line: 3) { $0.insert([10], at: 2) },
        Damage("an empty line at the end", line: 6) { $0.append([10]) },
        Damage("garbage in the middle", line: 4) { $0.insert(Array("garbage\n".utf8), at: 3) },
        Damage("garbage at the end", line: 6) { $0.append(Array("garbage\n".utf8)) },
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
        Damage("a last line changed", line: 5) { $0[4].change("Beans", to: "Beams") },
        Damage("a last line whose checksum was changed", line: 5) { $0[4][12] ^= 1 },
        Damage("a last line that is not JSON", line: 5) { $0[4][0] = UInt8(ascii: "#") },
        Damage("carriage returns", line: 1) { $0 = $0.map { $0.dropLast() + [13, 10] } },
        Damage("a carriage return", line: 5) { $0[4] = $0[4].dropLast() + [13, 10] },
        Damage("zero bytes at the end", line: 6) { $0.append([UInt8](repeating: 0, count: 512)) },
        Damage("zero bytes instead of the last line", line: 5) { $0[4] = [UInt8](repeating: 0, count: $0[4].count) },
        Damage("a zero byte in the last line", line: 5) { $0[4][50] = 0 },
        Damage("a zero byte in an unfinished line", line: 5) { $0[4] = [UInt8](repeating: 0, count: 9) },
        Damage("nothing but zero bytes", line: 1) { $0 = [[UInt8](repeating: 0, count: 4096)] },
        Damage("two files in one", line: 6) { $0 += $0 },
        Damage("a record without an identifier", line: 6) {
            $0.append(JournalFixture.line(11, #""beds":[{"name":"x"}]"#))
        },
        Damage("an invalid identifier", line: 6) { $0.append(JournalFixture.line(11, #""beds":[{"id":"a b"}]"#)) },
        Damage("a line without a sequence", line: 6) {
            $0.append(ChecksummedLine.make { $0.member("x-note", "none") })
        },
    ]

    @Test(arguments: damages)
    func damageIsAnErrorThatNamesTheLine(damage: Damage) async throws {
        let file = try JournalFixture.file(damage.bytes)
        for store in [file.journal(), file.journal()] {
            await #expect { _ = try await store.kept() } throws: { damage.isReported(by: $0, of: file) }
            await #expect { _ = try await store.record("b1") } throws: { damage.isReported(by: $0, of: file) }
            await #expect { try await store.keep(JournalFixture.peas) } throws: { damage.isReported(by: $0, of: file) }
            await #expect { try await store.forget("b1") } throws: { damage.isReported(by: $0, of: file) }
            await #expect {
                _ = try await store.candidates(for: LookupKey("name", "Roses"), of: JournalFixture.beds)
            } throws: { damage.isReported(by: $0, of: file) }
            var seen = store.observe([JournalFixture.beds]).makeAsyncIterator()
            let first = await seen.next()
            #expect { _ = try first?.get() } throws: { damage.isReported(by: $0, of: file) }
        }
        #expect(try file.bytes() == damage.bytes)
    }

    /// The first line says that unit of work 8 was settled.
    @Test func theErrorForATruncatedFileNamesTheMissingUnitOfWork() async throws {
        let file = try JournalFixture.file(Array(JournalFixture.lines.prefix(2).joined()))
        let damage = StorageError.damaged(location: file.path, line: 3, reason: "the change 8 should be here")
        await #expect(throws: damage) { try await file.journal().kept() }
    }

    /// As when a backup is restored while the program runs.
    @Test(arguments: damages)
    func laterDamageIsNoticedAndCanBeUndone(damage: Damage) async throws {
        let file = try JournalFixture.file()
        let store = file.journal()
        #expect(try await store.kept() == JournalFixture.kept)
        try file.replace(with: damage.bytes)
        await #expect { _ = try await store.kept() } throws: { damage.isReported(by: $0, of: file) }
        await #expect { try await store.keep(JournalFixture.herbs) } throws: { damage.isReported(by: $0, of: file) }
        #expect(try file.bytes() == damage.bytes)

        try file.replace(with: JournalFixture.bytes)
        #expect(try await store.kept() == JournalFixture.kept)
        try await store.keep(JournalFixture.peas)
        #expect(try await file.journal().kept() == store.kept())
    }

    /// The error distinguishes an edit from a broken disk.
    @Test(arguments: [
        ("Herbs", "Weeds", true), ("Beans", "Beams", true), ("Herbs\"", "Herbs#", false),
        (#""version":1"#, #""version":9"#, true),
    ])
    func aWellFormedLineCountsAsChangedByHand(old: String, new: String, isWellFormed: Bool) async throws {
        let file = try JournalFixture.file(Array(JournalFixture.lines.map { $0.changing(old, to: new) }.joined()))
        await #expect {
            _ = try await file.journal().kept()
        } throws: { error in
            guard case StorageError.damaged(_, _, let reason) = error else { return false }
            return reason == (isWellFormed ? "it was changed outside of the program" : "the checksum is wrong")
        }
    }

    /// Its checksum is right, so this is not damage.
    @Test func theJournalOfAnotherProgramIsRefused() async throws {
        let file = try JournalFixture.file(JournalHeader(format: "recipes").line)
        let refusal = StorageError.notAStore(location: file.path, reason: "it is a “recipes”, not a “garden-plan”")
        await #expect(throws: refusal) { try await file.journal().kept() }
        await #expect(throws: refusal) { try await file.journal().keep(JournalFixture.herbs) }
        await #expect(throws: refusal) {
            try await file.journal().repair(acceptingEdits: true) { _ throws(StorageError) in }
        }
    }

    @Test(arguments: [#"{"id":"b1"}"# + "\n", #"{"name":"x","id":"b1"}"#, #"{"id":"b1""#, "7"])
    func aMalformedRecordIsNotWritten(json: String) async throws {
        let file = try JournalFixture.file()
        let change = RecordChange(kind: JournalFixture.beds, id: JournalFixture.id("b1"), json: Array(json.utf8))
        for file in [file, try TemporaryDirectory().file("plan.jsonl")] {
            await #expect {
                try await file.journal().perform { _ throws(StorageError) in ([change], ()) }
            } throws: { error in
                guard case StorageError.failed = error else { return false }
                return true
            }
        }
        #expect(try file.bytes() == JournalFixture.bytes)
    }
}

extension JournalDamageTests.Damage {
    func isReported(by error: any Error, of file: TestFile) -> Bool {
        guard case StorageError.damaged(file.path, line, let reason) = error else { return false }
        return !reason.isEmpty
    }
}

extension [UInt8] {
    /// Replaces a text, wherever it occurs, with one of the same length.
    mutating func change(_ old: String, to new: String) {
        self = changing(old, to: new)
    }

    func changing(_ old: String, to new: String) -> [UInt8] {
        Array(String(decoding: self, as: UTF8.self).replacing(old, with: new).utf8)
    }
}
