import Domain
import FileTestSupport
import Foundation
import TestTraits
import Testing

@testable import Data
@testable import Storage

/// What `undo` costs the commands that it could take back.
@Suite(.fewAtATime, .endsIfItHangs)
struct UndoCostTests {
    /// At most what it replaces and 150 bytes, with checksums of any length.
    @Test(arguments: ["add", "edit", "lend"]) func aChangeWritesLittleMoreThanWhatItReplaces(_ name: String)
        async throws
    {
        for number in 1...40 {
            let dune = try book(1, "Dune \(number)") { $0.shelves = ["Science fiction"] }
            let changes: [String: [any StoredEntity]] = [
                "add": [dune],
                "edit": [try book(1, "Dune, again \(number)")],
                "lend": [try borrower(2, "Zoë \(number)"), try loan(3, of: 1, to: 2)],
            ]
            let before: [any StoredEntity] = name == "add" ? [] : [dune]
            let after = try #require(changes[name])
            let replaced = name == "edit" ? dune.json(over: nil).count : 0

            let (plain, recorded) = (try LibraryFile(), try LibraryFile())
            try await plain.save(before)
            try await recorded.save(before)
            let sizes = (try plain.size, try recorded.size)
            try await plain.save(after)
            try await StoredLibrary(recorded.store, schema: .bookshelf, now: { 1_795_624_465 })
                .recording(name, hasSeveralUnits: false).perform { unit throws(LibraryError) in
                    for entity in after { try await unit.save(entity) }
                }
            let more = try recorded.size - sizes.1 - (plain.size - sizes.0)
            #expect((80...150).contains(more - replaced), "\(name): \(more) bytes for \(replaced)")
        }
    }
}

/// A library in one file.
private struct LibraryFile {
    private let path: String
    let store: any RecordStore

    init() throws {
        let directory = try TemporaryDirectory().path
        path = "\(directory)/library.jsonl"
        store = StorageEngine.journal.open(
            StorageLocation(application: "bookshelf", name: "library", directory: directory))
    }

    var size: Int {
        get throws {
            FileManager.default.fileExists(atPath: path) ? try Data(contentsOf: URL(filePath: path)).count : 0
        }
    }

    /// Saves entities in one unit of work, without what `undo` needs.
    func save(_ entities: [any StoredEntity]) async throws {
        let changes = entities.map { $0.saving }
        try await store.perform { _ throws(StorageError) in (changes, ()) }
    }
}

extension UnitOfWork {
    fileprivate func save(_ entity: some StoredEntity) async throws(LibraryError) {
        try await repository(of: type(of: entity)).save(entity)
    }
}
