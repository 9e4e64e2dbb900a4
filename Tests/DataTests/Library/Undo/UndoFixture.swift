import Domain
import Storage
import Synchronization
import Testing

@testable import Data

extension LibraryLocation {
    /// The library in a new instance, as in another process, at a clock that stands.
    func stored() -> StoredLibrary {
        StoredLibrary(store(), schema: .bookshelf, now: { 1_795_624_465 })
    }

    /// The library as a command changes it, each unit by itself.
    func command(_ name: String) -> any Library { stored().recording(name, hasSeveralUnits: false) }

    /// Books that another program may have written.
    func fill() async throws {
        try await store().save(
            (
                .books, "000000000001",
                """
                {"id":"000000000001","title":"Emma","authors":["Jane Austen"],"status":"to-read","favorite":false,\
                "shelves":[],"added":"2024-10-04","pages":[474 , {"title":null}],"caf\\u00e9":"\\u0030"}
                """
            ))
        try await save([book(2, "Sense"), book(3, "Lady Susan"), book(4, "Watsons")])
    }

    /// A command that changes some books more than once.
    func changeInThreeUnits() async throws {
        let library = stored().recording("import", hasSeveralUnits: true)
        try await library.books.save([book(1, "Emma I"), book(2, "Sense I")])
        try await library.books.save([book(1, "Emma II"), book(5, "Persuasion"), book(6, "Sanditon")])
        try await library.perform { unit throws(LibraryError) in
            try await unit.books.save(book(1, "Emma III"))
            try await unit.books.delete(bookID(5))
        }
    }

    /// The text of each record, by kind and identifier.
    func contents(withUndo: Bool = false) async throws -> [String: String] {
        let kinds = LibrarySchema.bookshelf.kinds + (withUndo ? [.undo] : [])
        var texts: [String: String] = [:]
        for (kind, changes) in try await store().news(of: kinds, since: nil).changes {
            for row in changes.saved.rows {
                texts["\(kind.singular) \(row.id)"] = String(decoding: changes.saved.bytes[row.range], as: UTF8.self)
            }
        }
        return texts
    }

    /// The number of records that `undo` keeps.
    func undoRecords() async throws -> Int {
        try await store().news(of: [.undo], since: nil).changes[.undo]?.saved.rows.count ?? 0
    }

    func undo() async throws {
        let library = stored()
        try await library.undo(try #require(try await library.lastCommand())) { _ in }
    }

    /// Undoes only so many units: then the store fails.
    func undo(keepingOnly units: Int) async throws {
        let last = try #require(try await stored().lastCommand())
        let library = stored().over { FailingStore(base: $0, units: units) }
        let failure = StoreError.failed(operation: "write", location: "disk", reason: "full")
        await #expect(throws: LibraryError.store(failure)) { try await library.undo(last) { _ in } }
    }
}

// An older program, which saves nothing for `undo`.
extension LibraryLocation {
    func save(_ entities: any StoredEntity...) async throws { try await save(entities) }

    func save(_ entities: [any StoredEntity]) async throws {
        for entity in entities { try await change(entity.saving) }
    }

    func delete(_ kind: RecordKind, _ number: Int) async throws {
        try await change(RecordChange(kind: kind, id: bookID(number).recordID, json: nil))
    }

    func change(_ change: RecordChange) async throws {
        try await store().perform { _ throws(StorageError) in ([change], ()) }
    }
}

extension StoredEntity {
    var saving: RecordChange {
        RecordChange(kind: Self.kind, id: id.recordID, json: json(over: nil), keys: storedKeys)
    }
}

extension LastCommand {
    /// Each effect in a line.
    var lines: [String] {
        effects.map { effect in
            let members = (effect.undo.effect == .changed ? effect.undo.members : []).map {
                "\($0.name) \($0.now ?? "none") -> \($0.after ?? "none")"
            }
            let entity = effect.entity
            return "\(effect.undo.effect.rawValue) \(entity.noun) \(entity.id) \(entity.text)"
                + (members.isEmpty ? "" : ": \(members.joined(separator: ", "))")
        }
    }
}

/// A store that fails after so many units of work.
private final class FailingStore: StoreWrapper {
    let base: any RecordStore
    private let rest: Mutex<Int>

    init(base: any RecordStore, units: Int) {
        self.base = base
        rest = Mutex(units)
    }

    func perform<Value: Sendable>(
        _ work: @Sendable (any RecordReader) async throws(StorageError) -> ([RecordChange], Value)
    ) async throws(StorageError) -> Value {
        let isLast = rest.withLock { rest in
            rest -= 1
            return rest < 0
        }
        if isLast { throw .failed(operation: "write", location: "disk", reason: "full") }
        return try await base.perform(work)
    }
}
