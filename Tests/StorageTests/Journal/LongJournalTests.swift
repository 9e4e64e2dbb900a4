import FileTestSupport
import Testing

@testable import Storage

/// A journal long enough to be read in parallel gives the same result as one read in sequence.
struct LongJournalTests {
    /// A first line and 300 units of work, which change each of ten records thirty times: 300 kB.
    private static let lines: [[UInt8]] = {
        let filling = String(repeating: "x", count: 1000)
        let units = (1...300).map { number in
            let record = JournalFixture.record("b\(number % 10)", "\(number) \(filling)")
            return JournalFixture.line(number, #""beds":[\#(record)]"#)
        }
        return [JournalHeader(format: JournalFixture.format).line] + units
    }()

    private func numbers(in lines: [[UInt8]], dropLast missing: Int = 0) async throws -> [Int?] {
        let bytes = lines.reduce(into: []) { $0 += $1 }.dropLast(missing)
        return try await JournalFixture.file(Array(bytes)).journal().kept().map { record in
            Int(record.dropFirst(JournalFixture.record("b1", "").count - 2).prefix { $0 != " " })
        }
    }

    private func ids(in store: any RecordStore) async throws -> [String] {
        try await store.kept().map { "\(JournalFixture.id(of: $0))" }
    }

    @Test func theLastVersionOfEachRecordCounts() async throws {
        #expect(try await numbers(in: Self.lines) == [300, 291, 292, 293, 294, 295, 296, 297, 298, 299])
    }

    @Test func aRecordDeletedInALaterPartIsGoneUntilItIsSavedAgain() async throws {
        let deletion = JournalFixture.line(301, #""deleted":{"beds":["b3","b4","c1"],"x-kind":["x1"],"x-note":7}"#)
        let store = try JournalFixture.file((Self.lines + [deletion]).reduce(into: []) { $0 += $1 }).journal()
        #expect(try await store.record("b3") == nil)
        #expect(try await ids(in: store) == [0, 1, 2, 5, 6, 7, 8, 9].map { "b\($0)" })
        let again = JournalFixture.record("b4", "again")
        try await store.keep(again)
        #expect(try await store.record("b4") == again)
        #expect(try await ids(in: store) == [0, 1, 2, 4, 5, 6, 7, 8, 9].map { "b\($0)" })
        try await store.forget("b0")
        #expect(try await ids(in: store) == [1, 2, 4, 5, 6, 7, 8, 9].map { "b\($0)" })
        #expect(try await store.record("b0") == nil)
    }

    @Test(arguments: [2, 10, 500])
    func anUnfinishedLastLineIsLeftOut(missing: Int) async throws {
        let expected = [290, 291, 292, 293, 294, 295, 296, 297, 298, 299]
        #expect(try await numbers(in: Self.lines, dropLast: missing) == expected)
    }

    /// Parts end after an eighth of a megabyte, near lines 123 and 245.
    @Test(arguments: [2, 122, 123, 124, 125, 244, 245, 246, 247, 300])
    func damageIsFoundInEveryPart(line: Int) async throws {
        var changed = Self.lines
        changed[line - 1][500] ^= 1
        await expectDamage(of: changed, at: line)

        var shorter = Self.lines
        shorter.remove(at: line - 1)
        await expectDamage(of: shorter, at: line)
    }

    private func expectDamage(of lines: [[UInt8]], at line: Int) async {
        await #expect {
            _ = try await numbers(in: lines)
        } throws: { error in
            guard case StorageError.damaged(_, line, _) = error else { return false }
            return true
        }
    }
}
