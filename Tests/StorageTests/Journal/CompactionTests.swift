import FileTestSupport
import Foundation
import TestTraits
import Testing

@testable import Storage

/// The journal is rewritten when less than half of it is live records, and its records stay the same.
struct CompactionTests {
    /// Large enough that a few of them make a journal worth compacting.
    private static func record(_ id: String, _ number: Int) -> String {
        JournalFixture.record(id, "\(number) " + String(repeating: "x", count: 8000))
    }

    @Test func aJournalIsCompactedWhenMostOfItIsObsolete() async throws {
        let file = try TemporaryDirectory().file("plan.jsonl")
        let store = file.journal()
        try await store.keep(JournalFixture.roses, JournalFixture.herbs)
        try await store.forget("b2")
        var (largest, firsts) = (0, Set<Int>())
        for number in 0..<40 {
            try await store.keep(Self.record("b3", number))
            largest = max(largest, try file.bytes().count)
            firsts.insert(try file.firstSequence)
        }
        #expect(firsts.count > 1)
        #expect(largest < 1 << 17)
        #expect(try await file.journal().kept() == [JournalFixture.roses, Self.record("b3", 39)])
        #expect(try !file.text().contains("b2"))
    }

    @Test func aSmallOrLiveJournalIsNotCompacted() async throws {
        let small = try TemporaryDirectory().file("plan.jsonl")
        let alive = try TemporaryDirectory().file("plan.jsonl")
        for number in 0..<40 {
            try await small.journal().keep(JournalFixture.record("b1", "Roses \(number)"))
            try await alive.journal().keep(Self.record("b\(number)", number))
        }
        for file in [small, alive] {
            #expect(try file.firstSequence == 1)
            #expect(try file.lines().count == 41)
        }
    }

    @Test func sequencesContinueAfterCompaction() async throws {
        let file = try JournalFixture.file()
        #expect(try file.sequences == Array(7...10))
        try file.compact()
        // So few records take one line for each kind.
        #expect(try file.sequences == [11, 12, 13])
        #expect(try file.text().contains(#""first":11,"settled":13"#))
        try await file.journal().keep(JournalFixture.leeks)
        #expect(try file.sequences == [11, 12, 13, 14])
        try file.compact()
        try file.compact()
        #expect(try file.sequences == [18, 19, 20])
        #expect(
            try await file.journal().kept() == JournalFixture.kept.prefix(3)
                + [JournalFixture.leeks, JournalFixture.thyme])
    }

    @Test func kindsKeepTheirOrder() async throws {
        let file = try TemporaryDirectory().file("plan.jsonl")
        let store = file.journal()
        try await store.keep(JournalFixture.thyme, of: JournalFixture.plants)
        try await store.keep(JournalFixture.herbs, JournalFixture.roses)
        try await store.keep(JournalFixture.record("a1", "Aisle"), of: RecordKind(singular: "aisle", plural: "aisles"))
        try file.compact()
        let kinds = try file.text().split(separator: "\n").dropFirst().compactMap { line in
            ["beds", "plants", "aisles"].first { line.contains("\"\($0)\":[") }
        }
        #expect(kinds == ["plants", "beds", "aisles"])
        #expect(try file.text().contains(#""beds":[\#(JournalFixture.roses),\#(JournalFixture.herbs)]}"#))
    }

    /// A missing line of a compacted journal can't be an unfinished one.
    @Test func allOfACompactedJournalIsSettled() async throws {
        let file = try JournalFixture.file()
        try file.compact()
        let bytes = try file.bytes()
        try file.write(bytes.dropLast(2))
        await #expect {
            _ = try await file.journal().kept()
        } throws: { error in
            guard case StorageError.damaged(_, line: 4, _) = error else { return false }
            return true
        }
    }

    @Test func anEmptyJournalCanBeCompacted() async throws {
        let file = try TemporaryDirectory().file("plan.jsonl")
        let store = file.journal()
        try await store.keep(JournalFixture.roses)
        try await store.forget("b1")
        try file.compact()
        #expect(try file.lines().count == 1)
        #expect(try await store.kept() == [])
        try await store.keep(JournalFixture.herbs)
        #expect(try await file.journal().kept() == [JournalFixture.herbs])
    }

    @Test func anotherInstanceNoticesCompaction() async throws {
        let file = try JournalFixture.file()
        let other = file.journal()
        #expect(try await other.kept() == JournalFixture.kept)
        try file.compact()
        #expect(try await other.kept() == JournalFixture.kept)
        try await file.journal().forget("b1")
        #expect(try await other.record("b1") == nil)
        try file.compact()
        try await other.keep(JournalFixture.leeks)
        #expect(
            try await file.journal().kept() == [
                JournalFixture.herbs, JournalFixture.beans, JournalFixture.leeks, JournalFixture.thyme,
            ])
    }

    @Test(.endsIfItHangs)
    func readersSeeEveryRecordOnceDuringCompaction() async throws {
        let file = try TemporaryDirectory().file("plan.jsonl")
        let writer = file.journal()
        try await writer.keep(JournalFixture.roses, Self.record("b2", 0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    let reader = file.journal()
                    var latest = 0
                    while latest < 60 {
                        let kept = try await reader.kept()
                        try #require(kept.count == 2 && kept[0] == JournalFixture.roses)
                        let name = kept[1].dropFirst(JournalFixture.record("b2", "").count - 2)
                        let number = try #require(Int(name.prefix { $0 != " " }))
                        try #require(number >= latest)
                        latest = number
                        // Reads never wait, so without this two readers would starve the writer on two cores.
                        await Task.yield()
                    }
                }
            }
            group.addTask {
                for number in 1...60 { try await writer.keep(Self.record("b2", number)) }
            }
            try await group.waitForAll()
        }
    }
}

extension TestFile {
    /// The sequence of each unit of work in a journal.
    fileprivate var sequences: [Int] {
        get throws {
            struct Line: Decodable { let sequence: Int }
            return try lines().dropFirst().map {
                try JSONDecoder().decode(Line.self, from: Foundation.Data($0)).sequence
            }
        }
    }

    /// The first sequence, which every compaction changes.
    fileprivate var firstSequence: Int {
        get throws {
            struct Line: Decodable { let first: Int }
            return try JSONDecoder().decode(Line.self, from: Foundation.Data(try lines()[0])).first
        }
    }
}
