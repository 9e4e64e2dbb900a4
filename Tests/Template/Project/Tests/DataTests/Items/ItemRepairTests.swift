import Data
import Domain
import FileTestSupport
import Storage
import Synchronization
import TestSupport
import Testing

/// Damage to the file of a library, and its repair.
struct ItemRepairTests {
    private let location: StorageLocation
    private let file: TestFile

    init() async throws {
        location = try await StorageEngine.makeLocation(application: "tests", name: "library")
        file = TestFile(path: location.directory + "/library.jsonl")
    }

    private var library: StoredLibrary { StoredLibrary(StorageEngine.journal.open(location), schema: .bookshelf) }

    /// Saves three items, each with a line of its own, and changes the name of the second. Returns its line.
    private func damage() async throws -> Int {
        for n in 1...3 { try await library.save(item(n)) }
        let text = try file.text().replacing("\"Sample 2\"", with: "\"Opal\"")
        try file.write(text)
        return text.prefix(upTo: text.firstRange(of: "\"Opal\"")?.lowerBound ?? text.endIndex).count { $0 == "\n" } + 1
    }

    @Test func theDamagedLineIsNamedAndNothingIsOverwritten() async throws {
        let line = try await damage()
        let before = try file.text()
        for work: @Sendable (StoredLibrary) async throws -> Void in [
            { _ = try await $0.items.all() }, { try await $0.items.save(item(4)) }, { _ = try await $0.backup() },
        ] {
            let error = await #expect(throws: LibraryError.self) { try await work(library) }
            guard case .store(.damaged(file.path, line, _)) = error else {
                Issue.record("\(String(describing: error)) doesn't name the line")
                continue
            }
            #expect(library.remedy(for: try #require(error)) == .repair)
        }
        #expect(try file.text() == before)
    }

    @Test func repairKeepsWhatIsIntactAndReportsTheRest() async throws {
        let line = try await damage()
        let before = try file.text()
        let saved = Mutex<[Item]>([])
        let repaired = try await library.repair(acceptingEdits: false) { report throws(LibraryError) in
            saved.withLock { $0 = report.unverified(Item.self) }
        }
        let report = try #require(repaired)
        #expect(report.lost.map(\.line) == [line])
        #expect(try saved.withLock { $0 } == [Item(id: Item.ID(bits: 2), draft: itemDraft(2, "Opal"))])
        #expect(try TestFile(path: report.setAside).text() == before)
        #expect(try await library.items.all() == [item(1), item(3)])
        #expect(try await library.repair(acceptingEdits: false) { _ in } == nil)
    }

    @Test func editsAreKeptIfThatIsAskedFor() async throws {
        let line = try await damage()
        let repaired = try await library.repair(acceptingEdits: true) { _ in }
        let report = try #require(repaired)
        #expect(report.acceptedLines == [line])
        #expect(report.lost.isEmpty)
        #expect(try await library.items.all().map(\.displayName) == ["Sample 1", "Opal", "Sample 3"])
    }

    @Test func ifTheRestCantBeSavedNothingIsRepaired() async throws {
        _ = try await damage()
        let before = try file.text()
        await #expect(throws: brokenStore) {
            try await library.repair(acceptingEdits: false) { _ throws(LibraryError) in throw brokenStore }
        }
        #expect(try file.text() == before)
    }

    /// As a crash in the middle of a write leaves it.
    @Test func anUnfinishedLineIsLeftOut() async throws {
        for n in 1...2 { try await library.save(item(n)) }
        let text = try file.text()
        try file.write(text.dropLast(10).description)
        #expect(try await library.items.all() == [item(1)])
        try await library.save(item(3))
        #expect(try await library.items.all() == [item(1), item(3)])
    }
}
