import Domain
import FileTestSupport
import Storage
import Synchronization
import TestTraits
import Testing

@testable import Data

/// Another command comes in the middle of reading or recording one. Histories found what went wrong here.
@Suite("Undo, overtaken", .fewAtATime, .endsIfItHangs)
struct OvertakenUndoTests {
    /// After its first unit, a command of several deletes what is left of earlier commands, but nothing of a newer one.
    @Test(arguments: StorageEngine.tested)
    func aNewerCommandOfSeveralUnitsCanBeTakenBack(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        let library = location.stored().over { base in
            OvertakenStore(base, at: .undo) { try await location.changeInThreeUnits() }
        }
        try await library.recording("import", hasSeveralUnits: true).books.save(book(9))
        let last = try #require(try await location.stored().lastCommand())
        #expect(last.command.units == 3)
        try await location.undo()
        #expect(try await location.library().books.all().map(\.id) == [bookID(9)])
    }

    /// What the older command saved is compared with what it saved, not with what the newer one did.
    @Test(arguments: StorageEngine.tested)
    func theLastCommandIsReadAtOneMoment(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        try await location.command("add").books.save(book(1))
        let library = location.stored().over { base in
            OvertakenStore(base, at: .books) { try await location.command("edit").books.save(book(1, "Sanditon")) }
        }
        let last = try #require(try await library.lastCommand())
        #expect(last.command.name == "edit")
        #expect(last.lines == [#"changed book 000000000001 Emma: title "Sanditon" -> "Emma""#])
    }
}

/// A store to which another command comes before records of one kind are read for the first time.
private final class OvertakenStore: StoreWrapper {
    let base: any RecordStore
    private let kind: RecordKind
    private let command: Mutex<(@Sendable () async throws -> Void)?>

    init(_ base: any RecordStore, at kind: RecordKind, _ command: @escaping @Sendable () async throws -> Void) {
        (self.base, self.kind) = (base, kind)
        self.command = Mutex(command)
    }

    private func overtake(_ kinds: [RecordKind]) async {
        guard kinds.contains(kind), let command = command.withLock({ $0.take() }) else { return }
        do {
            try await command()
        } catch {
            Issue.record(error)
        }
    }

    func news(of kinds: [RecordKind], since version: RecordVersion?) async throws(StorageError) -> RecordNews {
        await overtake(kinds)
        return try await base.news(of: kinds, since: version)
    }

    func records(_ ids: [RecordID], of kind: RecordKind) async throws(StorageError) -> RecordBatch {
        await overtake([kind])
        return try await base.records(ids, of: kind)
    }
}
