import FileTestSupport
import Synchronization
import Testing

@testable import Storage

/// Repair keeps everything intact in a damaged file, and reports every loss.
struct JournalRepairTests {
    private let directory: TemporaryDirectory
    private let file: TestFile

    init() throws {
        directory = try TemporaryDirectory()
        file = directory.file("plan.jsonl")
    }

    private func repair(acceptingEdits: Bool = false) async throws -> RecordRepair? {
        try await file.journal().repair(acceptingEdits: acceptingEdits) { _ throws(StorageError) in }
    }

    private func write(_ change: (inout [[UInt8]]) -> Void) throws {
        var lines = JournalFixture.lines
        change(&lines)
        try file.write(lines.joined())
    }

    @Test(arguments: JournalDamageTests.damages)
    func everyKindOfDamageCanBeRepaired(damage: JournalDamageTests.Damage) async throws {
        try file.write(damage.bytes)
        for acceptingEdits in [false, true] {
            let intact = try await repair(acceptingEdits: acceptingEdits)
            #expect((intact == nil) == acceptingEdits)
            if let intact {
                #expect(intact.setAside == file.path + ".damaged-1")
                #expect(try TestFile(path: intact.setAside).bytes() == damage.bytes)
            }
        }
        try await file.journal().keep(JournalFixture.leeks)
        #expect(try await file.journal().record("b9") == JournalFixture.leeks)
        #expect(try directory.names() == ["plan.jsonl", "plan.jsonl.damaged-1", "plan.jsonl.lock"])
    }

    @Test func anUndamagedFileIsNotChanged() async throws {
        #expect(try await repair() == nil)
        #expect(try directory.names().isEmpty)
        for bytes in [JournalFixture.bytes, JournalFixture.bytes + Array("unfinished".utf8)] {
            try file.write(bytes)
            #expect(try await repair(acceptingEdits: true) == nil)
            #expect(try file.bytes() == bytes)
        }
    }

    @Test func intactRecordsOfAllKindsAreKept() async throws {
        try write { $0[4].change("Beans", to: "Beams") }
        let report = try #require(try await repair())
        #expect(
            try await file.journal().kept() == [
                JournalFixture.roses, JournalFixture.herbs, JournalFixture.peas, JournalFixture.thyme,
            ])
        #expect(try file.text().contains(#""x-kind":[{"id":"x1"}]"#))
        #expect(try file.text().contains("x-madeBy"))
        #expect(report.acceptedEdits.isEmpty)
        #expect(report.losses.map(\.line) == [5])
        #expect(report.losses.map(\.reason) == ["it was changed outside of the program"])
        #expect(report.losses.flatMap(\.readable) == [Array(JournalFixture.record("b3", "Beams").utf8)])
    }

    /// The line is no longer valid JSON, but most of its records are.
    @Test func readableRecordsInABrokenLineAreReported() async throws {
        try write { lines in
            let records = [JournalFixture.roses, #"{"id":"b2","na#e}"#, JournalFixture.beans].joined(separator: ",")
            lines[2] = JournalFixture.line(8, #""beds":[\#(JournalFixture.herbs)],"plants":[\#(JournalFixture.thyme)]"#)
            lines[2].change(JournalFixture.herbs, to: records)
        }
        let loss = try #require(try await repair()?.losses.first)
        #expect(loss.line == 3 && loss.reason == "the checksum is wrong")
        let records = [JournalFixture.roses, JournalFixture.beans, JournalFixture.thyme]
        #expect(loss.readable == records.map { Array($0.utf8) })
    }

    @Test func aRecordIsReadableWithoutTheNameOfItsArray() async throws {
        try write { $0[4].change(#""beds":["#, to: #""beds";["#) }
        let readable = try #require(try await repair()?.losses.first?.readable.first)
        #expect(readable == Array(JournalFixture.beans.utf8))
    }

    @Test func acceptedEditsKeepTheirSequence() async throws {
        try write { lines in
            lines[1].change("Herbs", to: "Weeds")
            lines[2].change("Peas", to: "Figs")
            lines[3][0] = UInt8(ascii: "#")
        }
        let report = try #require(try await repair(acceptingEdits: true))
        #expect(report.acceptedEdits == [2, 3])
        #expect(report.losses.map(\.line) == [4])
        // The beans in a later line still replace the figs.
        #expect(
            try await file.journal().kept() == [
                JournalFixture.roses, JournalFixture.record("b2", "Weeds"), JournalFixture.beans, JournalFixture.thyme,
            ])
    }

    @Test func anIntactLineWinsOverAnEditWithTheSameSequence() async throws {
        try write { lines in lines.insert(lines[2].changing("Peas", to: "Figs"), at: 2) }
        let report = try #require(try await repair(acceptingEdits: true))
        #expect(report.acceptedEdits.isEmpty)
        #expect(report.losses.map(\.line) == [3])
        #expect(try await file.journal().kept() == JournalFixture.kept)
    }

    @Test func onlyADifferentLineWithTheSameSequenceIsALoss() async throws {
        try write { $0.append($0[2]) }
        #expect(try await repair()?.losses.isEmpty == true)
        #expect(try await file.journal().kept() == JournalFixture.kept)

        try write { lines in lines.insert(lines[2].changing("Peas", to: "Figs"), at: 3) }
        let losses = try #require(try await repair(acceptingEdits: true)?.losses)
        #expect(losses.map(\.line) == [4])
        #expect(losses.map(\.reason) == ["the change 8 is also in line 3"])
        #expect(try await file.journal().kept() == JournalFixture.kept)
    }

    @Test(arguments: [false, true])
    func carriageReturnsCauseNoLoss(acceptingEdits: Bool) async throws {
        try write { $0 = $0.map { $0.dropLast() + [13, 10] } }
        let report = try #require(try await repair(acceptingEdits: acceptingEdits))
        #expect(report.losses.isEmpty && report.acceptedEdits.isEmpty)
        #expect(try await file.journal().kept() == JournalFixture.kept)
        #expect(try file.text().contains("x-madeBy"))
        #expect(try !file.bytes().contains(13))
    }

    @Test(arguments: [false, true])
    func aVersionChangedByHandIsRepaired(acceptingEdits: Bool) async throws {
        try write { $0[0].change(#""version":1"#, to: #""version":9"#) }
        let report = try #require(try await repair(acceptingEdits: acceptingEdits))
        #expect(report.losses.map(\.line) == (acceptingEdits ? [] : [1]))
        #expect(report.acceptedEdits == (acceptingEdits ? [1] : []))
        #expect(try await file.journal().kept() == JournalFixture.kept)
        #expect(try file.text().contains("x-madeBy") == acceptingEdits)
    }

    @Test func missingUnitsOfWorkAreReported() async throws {
        try write { lines in
            lines.remove(at: 3)
            lines.remove(at: 2)
        }
        var losses = try #require(try await repair()?.losses)
        #expect(losses.map(\.reason) == ["2 changes are missing before it"])
        #expect(losses.map(\.line) == [3])
        #expect(try await file.journal().kept() == [JournalFixture.roses, JournalFixture.herbs, JournalFixture.beans])

        try write { $0.remove(at: 3) }
        losses = try #require(try await repair()?.losses)
        #expect(losses.map(\.reason) == ["a change is missing before it"])
        #expect(losses.map(\.line) == [4])

        try write { $0.removeLast(3) }
        losses = try #require(try await repair()?.losses)
        #expect(losses.map(\.reason) == ["a change is missing before it"])
        #expect(losses.map(\.line) == [3])
    }

    /// Such a first line shows where the file began, but not how far it went.
    @Test(arguments: [0, 6])
    func aFirstLineWithoutSettledUnitsOfWorkIsKept(settled: Int) async throws {
        try write { lines in
            var header = JournalHeader(format: JournalFixture.format, first: 7, settled: settled)
            header.unknown = [.init(name: "x-madeBy", value: Array("1".utf8))]
            lines[0] = header.line
            lines.remove(at: 1)
            lines[3].change("Beans", to: "Beams")
        }
        let losses = try #require(try await repair()?.losses)
        #expect(losses.map(\.line) == [2, 4])
        #expect(losses.first?.reason == "a change is missing before it")
        #expect(try await file.journal().kept() == [JournalFixture.peas, JournalFixture.thyme])
        #expect(try file.text().contains(#""x-madeBy":1"#))

        try file.write(JournalHeader(format: JournalFixture.format, first: 7, settled: settled).line + [10])
        #expect(try await repair()?.losses.map(\.line) == [2])
    }

    /// Nothing is replaced before the caller has seen what would be lost.
    @Test func theCallerSavesReadableRecordsBeforeTheFileIsReplaced() async throws {
        try write { $0[4].change("Beans", to: "Beams") }
        let damaged = try file.bytes()
        let seen = Mutex<[String]>([])
        let report = try await file.journal().repair(acceptingEdits: false) { report throws(StorageError) in
            expectNoError { () throws in
                #expect(try file.bytes() == damaged)
                #expect(try TestFile(path: report.setAside).bytes() == damaged)
            }
            seen.withLock { $0.append(report.setAside) }
        }
        #expect(seen.withLock { $0 } == [report?.setAside])
    }

    @Test func ifTheCallerFailsTheFileIsUnchanged() async throws {
        try write { $0[4].change("Beans", to: "Beams") }
        let damaged = try file.bytes()
        let failure = StorageError.failed(operation: "save", location: "elsewhere", reason: "no space")
        await #expect(throws: failure) {
            try await file.journal().repair(acceptingEdits: false) { _ throws(StorageError) in throw failure }
        }
        #expect(try file.bytes() == damaged)
        #expect(try directory.names() == ["plan.jsonl", "plan.jsonl.lock"])
        await #expect(throws: StorageError.self) { try await file.journal().kept() }
        #expect(try await repair() != nil)
    }

    @Test func eachCopyOfADamagedFileHasItsOwnName() async throws {
        for number in 1...3 {
            try write { $0[4].change("Beans", to: "Beams") }
            #expect(try await repair()?.setAside == file.path + ".damaged-\(number)")
        }
    }

    @Test func theModeIsKeptAndALinkFollowed() async throws {
        try write { $0[2][60] ^= 1 }
        try file.setMode(0o640)
        let link = try TemporaryDirectory().file("link.jsonl")
        try link.makeLink(to: file.path)
        let store = link.journal()
        let error = StorageError.damaged(location: file.path, line: 3, reason: "")
        #expect(store.remedy(for: error) == .repair)
        #expect(store.remedy(for: .damaged(location: "elsewhere", line: 3, reason: "")) == nil)
        #expect(store.remedy(for: .busy(location: file.path, seconds: 3)) == nil)
        let copy = try await store.repair(acceptingEdits: false) { _ throws(StorageError) in }?.setAside
        #expect(copy == file.path + ".damaged-1")
        #expect(try file.mode == 0o640)
        #expect(link.linkTarget == file.path)
        // Now the file is intact, so an error can only be about a record's contents.
        #expect(store.remedy(for: error) == .edit)
    }

    @Test func itWaitsForTheLock() async throws {
        try write { $0[2][60] ^= 1 }
        let holder = try OpenFile(file.path + ".lock", .create, files: POSIXFiles())
        #expect(try holder.tryLock())
        await #expect(throws: StorageError.busy(location: file.path + ".lock", seconds: 0)) {
            try await file.journal(patience: .zero).repair(acceptingEdits: false) { _ throws(StorageError) in }
        }
        withExtendedLifetime(holder) {}
    }

    /// What replaces it is never lost: neither what the repair kept, nor what was written since.
    @Test func aDamagedFileIsPutBackInThePlaceOfTheVersionThatRepairedIt() async throws {
        try write { $0[4].change("Beans", to: "Beams") }
        let damaged = try file.bytes()
        _ = try await repair()
        let (journal, repaired) = (file.journal(), try file.bytes())
        let version = try await journal.news(of: [], since: nil).version
        try await file.journal().keep(JournalFixture.leeks)
        let written = try file.bytes()
        #expect(try await journal.putBack("plan.jsonl.damaged-1", replacing: version) == nil)
        #expect(try file.bytes() == written && written != repaired)
        let now = try await journal.news(of: [], since: nil).version
        // The name counts, wherever the folder was when the file was repaired.
        let copy = try await journal.putBack("elsewhere/plan.jsonl.damaged-1", replacing: now)
        #expect(copy == file.path + ".undone-1")
        #expect(try directory.file("plan.jsonl.undone-1").bytes() == written)
        #expect(try file.bytes() == damaged)
        await #expect(throws: StorageError.self) { try await journal.kept() }
    }

    @Test func aDamagedFileThatIsGoneIsNotPutBack() async throws {
        try file.write(JournalFixture.bytes)
        let journal = file.journal()
        let version = try await journal.news(of: [], since: nil).version
        await #expect(throws: StorageError.self) {
            try await journal.putBack("plan.jsonl.damaged-1", replacing: version)
        }
        #expect(try file.bytes() == JournalFixture.bytes)
        #expect(try directory.names() == ["plan.jsonl", "plan.jsonl.lock"])
    }

    /// A caller checks for `RepairableRecordStore`.
    @Test func onlyTheJournalIsRepairable() throws {
        let location = StorageLocation(application: "garden", name: "plan", directory: directory.path)
        #expect(StorageEngine.journal.open(location) is any RepairableRecordStore)
        #expect(!(StorageEngine.memory.open(location) is any RepairableRecordStore))
    }
}
