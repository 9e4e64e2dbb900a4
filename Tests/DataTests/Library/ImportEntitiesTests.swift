import Data
import Domain
import TestSupport
import Testing

/// What becomes of the rows of a list.
struct ImportEntitiesTests {
    private let library = Pebble.library()
    private var pebbles: any Repository<Pebble> { library.repository(of: Pebble.self) }

    /// A draft with example number `n` in each field, and that name or "Sample n".
    private func draft(_ n: Int, _ name: String? = nil) -> PebbleDraft {
        var draft = PebbleDraft()
        for field in PebbleField.allCases { draft[field] = Example(of: field.kind, n).value }
        if let name { draft[.name] = .text(name) }
        return draft
    }

    private func pebble(_ n: Int, _ name: String? = nil) throws -> Pebble {
        try Pebble(id: Pebble.ID(bits: UInt64(n)), draft: draft(n, name))
    }

    private func row(_ line: Int, id: Int? = nil, _ draft: PebbleDraft) -> ImportedEntity<Pebble> {
        ImportedEntity(line: line, id: id.map { Pebble.ID(bits: UInt64($0)) }, draft: draft)
    }

    private func report(added: Int = 0, updated: Int = 0, skipped: Int = 0) -> ImportReport {
        var report = ImportReport()
        (report.added, report.updated, report.skipped) = (added, updated, skipped)
        return report
    }

    private func read(
        _ rows: [ImportedEntity<Pebble>], updates: Bool = false, into other: (any Library)? = nil
    ) async throws -> ImportReport {
        try await ImportEntities<Pebble>(context(other ?? library))(rows, updates: updates)
    }

    private func drafts() async throws -> [PebbleDraft] { try await pebbles.all().map(\.draft) }

    @Test func rowsWithAndWithoutAnIdentifierAreAdded() async throws {
        #expect(try await read([row(2, id: 7, draft(1)), row(3, draft(2))]) == report(added: 2))
        #expect(try await pebbles.find(Pebble.ID(bits: 7))?.draft == draft(1))
        #expect(try await drafts() == [draft(1), draft(2)])
    }

    @Test func importingAgainAddsNothing() async throws {
        let rows = [row(2, id: 7, draft(1)), row(3, draft(2))]
        _ = try await read(rows)
        let before = try await pebbles.all()
        #expect(try await read(rows) == report(skipped: 2))
        #expect(try await read(rows, updates: true) == report(skipped: 2))
        #expect(try await pebbles.all() == before)
    }

    @Test func onlyIfAskedForEntitiesAreUpdated() async throws {
        try await pebbles.save([pebble(1, "Ámbar"), pebble(2)])
        let rows = [row(2, id: 2, draft(3)), row(3, draft(4, "ambar")), row(4, id: 2, draft(3))]
        #expect(try await read(rows) == report(skipped: 3))
        #expect(try await drafts() == [draft(1, "Ámbar"), draft(2)])
        #expect(try await read(rows, updates: true) == report(updated: 2, skipped: 1))
        #expect(try await drafts() == [draft(4, "ambar"), draft(3)])
    }

    @Test func aNameThatSeveralHaveMeansNoneOfThem() async throws {
        try await pebbles.save([pebble(1, "Opal"), pebble(2, "opal")])
        #expect(try await read([row(2, draft(3, "OPAL"))], updates: true) == report(added: 1))
    }

    @Test func anIdentifierGoesBeforeTheName() async throws {
        try await pebbles.save(pebble(1, "Opal"))
        #expect(try await read([row(2, id: 5, draft(3, "OPAL"))], updates: true) == report(added: 1))
        #expect(try await drafts() == [draft(1, "Opal"), draft(3, "OPAL")])
    }

    @Test func rowsOfOneListAreComparedWithEachOther() async throws {
        #expect(
            try await read([row(2, draft(1)), row(3, draft(1)), row(4, draft(2))])
                == report(added: 2, skipped: 1))
        #expect(try await drafts() == [draft(1), draft(2)])
    }

    /// One that the library has is one of them.
    @Test func rowsOfOneNameAreNotOneEntity() async throws {
        let rows = [row(2, draft(1, "Opal")), row(3, draft(2, "opal")), row(4, draft(3, "OPAL"))]
        #expect(try await read(rows) == report(added: 3))
        #expect(try await read(rows, updates: true) == report(skipped: 3))
        try await pebbles.delete(pebbles.all().dropFirst().map(\.id))
        #expect(try await read(rows, updates: true) == report(added: 2, skipped: 1))
        #expect(try await drafts() == rows.map(\.draft))
    }

    @Test(arguments: PebbleField.allCases) func whatAListLacksStays(_ field: PebbleField) async throws {
        try await pebbles.save(pebble(1))
        let row = ImportedEntity<Pebble>(line: 2, id: Pebble.ID(bits: 1), draft: draft(2), fields: [field])
        #expect(try await read([row], updates: true).rejected.isEmpty)
        var expected = draft(1)
        expected[field] = draft(2)[field]
        #expect(try await drafts() == [expected])
    }

    @Test func anIncompleteRowIsRejectedAndTheOthersAreAdded() async throws {
        var expected = report(added: 2)
        expected.rejected = [.init(line: 3, error: .value(.blank))]
        var incomplete = draft(2)
        incomplete[.name] = .none
        #expect(try await read([row(2, draft(1)), row(3, incomplete), row(4, draft(3))]) == expected)
        #expect(try await drafts() == [draft(1), draft(3)])
    }

    @Test func aLongListTakesSeveralUnitsOfWork() async throws {
        let narrow = WatchedLibrary(library)
        #expect(try await read((1...5).map { row($0, draft($0)) }, into: narrow) == report(added: 5))
        #expect(narrow.units == 3)
        #expect(try await drafts() == (1...5).map { draft($0) })
    }

    @Test func anInterruptedImportCanBeRepeated() async throws {
        let rows = (1...5).map { row($0, draft($0)) }
        let failing = WatchedLibrary(library, beforeUnit: { n throws(LibraryError) in if n == 2 { throw brokenStore } })
        await #expect(throws: brokenStore) { try await read(rows, into: failing) }
        #expect(try await drafts() == [draft(1), draft(2)])
        #expect(try await read(rows) == report(added: 3, skipped: 2))
    }

    @Test func whatOthersAddMeanwhileIsNotAddedAgain() async throws {
        let others = WatchedLibrary(library) { [library] () throws(LibraryError) in
            _ = try await AddEntity<Pebble>(context(library))(draft(1))
        }
        #expect(try await read([row(2, draft(1))], into: others) == report(skipped: 1))
        #expect(try await drafts() == [draft(1)])
    }
}
