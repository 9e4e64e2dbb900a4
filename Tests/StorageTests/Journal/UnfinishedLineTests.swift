import FileTestSupport
import Synchronization
import Testing

@testable import Storage

/// A killed writer or a power failure leaves an unfinished last line, which was never acknowledged.
struct UnfinishedLineTests {
    private static let whole = Array(JournalFixture.lines[..<4].joined())
    private static let last = JournalFixture.lines[4]
    private static let before = [JournalFixture.roses, JournalFixture.herbs, JournalFixture.peas, JournalFixture.thyme]

    /// At every length, except the one that lacks only the line feed.
    @Test func readersIgnoreItAndTheNextWriterCopiesItAside() async throws {
        for length in 1..<Self.last.count - 1 {
            let directory = try TemporaryDirectory()
            let file = directory.file("plan.jsonl")
            try file.write(Self.whole + Self.last.prefix(length))
            let notices = Notices()
            let store = file.journal(notice: notices.add)
            try #require(try await store.kept() == Self.before, "cut to \(length) bytes")
            // Reading doesn't change the file.
            try #require(try file.bytes().count == Self.whole.count + length)
            #expect(notices.taken() == [.unfinishedLine(location: file.path, line: 5)])

            try await store.keep(JournalFixture.leeks)
            let copy = directory.file("plan.jsonl.unfinished-1")
            #expect(
                notices.taken() == [.unfinishedLineSetAside(location: file.path, line: 5, copy: copy.path)])
            #expect(try copy.bytes() == Array(Self.last.prefix(length)))
            try #require(
                try file.bytes() == Self.whole + JournalFixture.line(10, #""beds":[\#(JournalFixture.leeks)]"#))
        }
    }

    /// Without a line feed, a wrong checksum means that the line is unfinished, whichever byte is wrong.
    @Test(arguments: [0, 10, 18, 21, 40, last.count - 2])
    func aWrongChecksumWithoutALineFeedIsUnfinished(offset: Int) async throws {
        var damaged = Array(Self.last.dropLast())
        damaged[offset] ^= 1
        let file = try JournalFixture.file(Self.whole + damaged)
        let store = file.journal()
        #expect(try await store.kept() == Self.before)
        try await store.forget("b3")
        #expect(try file.lines().count == 5)
        #expect(try await file.journal().kept() == [JournalFixture.roses, JournalFixture.herbs, JournalFixture.thyme])
    }

    /// Earlier copies are never overwritten.
    @Test func eachCopyHasItsOwnName() async throws {
        let directory = try TemporaryDirectory()
        let file = directory.file("plan.jsonl")
        for text in ["one", "two"] {
            try file.write(Self.whole + text.utf8)
            try await file.journal().keep(JournalFixture.leeks)
        }
        #expect(try directory.file("plan.jsonl.unfinished-1").text() == "one")
        #expect(try directory.file("plan.jsonl.unfinished-2").text() == "two")
    }

    /// Its checksum is right, so it has been acknowledged or is about to be.
    @Test func aLineThatLacksOnlyItsLineFeedCounts() async throws {
        let file = try JournalFixture.file(JournalFixture.bytes.dropLast())
        let notices = Notices()
        let store = file.journal(notice: notices.add)
        #expect(try await store.kept() == JournalFixture.kept)
        #expect(try await store.kept() == JournalFixture.kept)
        #expect(try await store.repair(acceptingEdits: true) { _ throws(StorageError) in } == nil)
        #expect(try file.bytes() == JournalFixture.bytes.dropLast())
        for number in 11...12 {
            try await store.keep(JournalFixture.leeks)
            #expect(try file.lines().count == number - 5)
        }
        let line = #""beds":[\#(JournalFixture.leeks)]"#
        #expect(
            try file.bytes() == JournalFixture.bytes + JournalFixture.line(11, line) + JournalFixture.line(12, line))
        #expect(try await store.kept() == file.journal().kept())
        #expect(notices.taken().isEmpty)
    }

    @Test func aFirstLineThatLacksItsLineFeedCounts() async throws {
        let header = JournalHeader(format: JournalFixture.format).line
        let file = try JournalFixture.file(header.dropLast())
        #expect(try await file.journal().kept() == [])
        try await file.journal().keep(JournalFixture.leeks)
        #expect(try file.bytes() == header + JournalFixture.line(1, #""beds":[\#(JournalFixture.leeks)]"#))
    }

    @Test func aLineFeedAddedByAnotherWriterChangesNothing() async throws {
        let file = try JournalFixture.file(JournalFixture.bytes.dropLast())
        let reader = file.journal()
        #expect(try await reader.kept() == JournalFixture.kept)
        try file.append([10])
        #expect(try await reader.kept() == JournalFixture.kept)
        try await reader.keep(JournalFixture.leeks)
        #expect(try file.lines().count == 6)
        #expect(try await file.journal().record("b9") == JournalFixture.leeks)
    }

    @Test func itIsReportedOnce() async throws {
        let file = try JournalFixture.file(Self.whole + Self.last.prefix(30))
        let notices = Notices()
        let store = file.journal(notice: notices.add)
        for _ in 0..<3 { _ = try await store.kept() }
        #expect(notices.taken() == [.unfinishedLine(location: file.path, line: 5)])
    }

    /// The writer may be in the middle of writing that line.
    @Test func itIsNotReportedWhileAWriterHoldsTheLock() async throws {
        let file = try JournalFixture.file(Self.whole + Self.last.prefix(30))
        let notices = Notices()
        let store = file.journal(notice: notices.add)
        var holder: OpenFile? = try OpenFile(file.path + ".lock", .create, files: POSIXFiles())
        #expect(try holder?.tryLock() == true)
        #expect(try await store.kept() == Self.before)
        #expect(notices.taken().isEmpty)
        withExtendedLifetime(holder) {}
        holder = nil
        #expect(try await store.kept() == Self.before)
        #expect(notices.taken() == [.unfinishedLine(location: file.path, line: 5)])
    }

    @Test func aWriterReportsOnlyTheCopy() async throws {
        let directory = try TemporaryDirectory()
        let file = directory.file("plan.jsonl")
        try file.write(Self.whole + Self.last.prefix(30))
        let notices = Notices()
        try await file.journal(notice: notices.add).keep(JournalFixture.leeks)
        let copy = directory.path + "/plan.jsonl.unfinished-1"
        #expect(notices.taken() == [.unfinishedLineSetAside(location: file.path, line: 5, copy: copy)])
    }

    @Test func aLineThatIsFinishedLaterIsRead() async throws {
        let file = try JournalFixture.file(Self.whole + Self.last.prefix(30))
        let reader = file.journal()
        #expect(try await reader.kept() == Self.before)
        try file.append(Self.last.dropFirst(30))
        #expect(try await reader.kept() == JournalFixture.kept)
    }

    /// A writer whose sync fails cuts off a line that others may have read, and a third may then write at that offset.
    @Test(arguments: ["Figs", "Figs, apricots, and everything the neighbours have promised to bring along"])
    func aLineThatWasReadAndThenCutOffIsForgotten(name: String) async throws {
        let file = try JournalFixture.file()
        let reader = file.journal()
        #expect(try await reader.kept() == JournalFixture.kept)
        try file.truncate(to: Self.whole.count)
        let figs = JournalFixture.record("b3", name)
        try await file.journal().keep(figs, JournalFixture.leeks)

        let expected = [JournalFixture.roses, JournalFixture.herbs, figs, JournalFixture.leeks, JournalFixture.thyme]
        #expect(try await reader.kept() == expected)
        try await reader.keep(JournalFixture.leeks)
        #expect(try await file.journal().kept() == expected)
    }

    @Test func aLineThatReplacesItIsRead() async throws {
        let file = try JournalFixture.file(Self.whole + Array(Self.last.prefix(30)))
        let reader = file.journal()
        #expect(try await reader.record("b3") == JournalFixture.peas)
        try await file.journal().keep(JournalFixture.record("b3", "Figs"))
        #expect(try await reader.record("b3") == JournalFixture.record("b3", "Figs"))
        try await reader.keep(JournalFixture.leeks)
        #expect(try await file.journal().record("b3") == JournalFixture.record("b3", "Figs"))
    }
}

/// Collects a store's notices.
final class Notices: Sendable {
    private let notices = Mutex<[StorageNotice]>([])

    func add(_ notice: StorageNotice) {
        notices.withLock { $0.append(notice) }
    }

    func taken() -> [StorageNotice] {
        notices.withLock { notices in
            defer { notices = [] }
            return notices
        }
    }
}
