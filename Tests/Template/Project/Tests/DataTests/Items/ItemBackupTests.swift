import Data
import Domain
import FileTestSupport
import Storage
import TestSupport
import Testing

/// Backups, which go from any store to any other.
struct ItemBackupTests {
    private static let engines = StorageEngine.allCases.filter { $0.obstacle == nil }
    private static let format = "tests-library"

    private func library(_ engine: StorageEngine) async throws -> StoredLibrary {
        let location = try await StorageEngine.makeLocation(application: "tests", name: "library")
        return StoredLibrary(engine.open(location), schema: .bookshelf)
    }

    /// The backup once it was written to a file and read.
    private func copy(_ backup: LibraryBackup) throws -> LibraryBackup {
        try LibraryBackup(backup.journal(format: Self.format), format: Self.format, from: "copy")
    }

    @Test(arguments: engines, engines)
    func aBackupIsRestored(from engine: StorageEngine, into other: StorageEngine) async throws {
        let (library, new) = (try await library(engine), try await library(other))
        try await library.save([item(1), item(2)])
        let backup = try await library.backup()
        #expect(try backup.contents.items == [item(1), item(2)])
        try await new.restore(try copy(backup))
        #expect(try await new.items.all() == [item(1), item(2)])
        #expect(try await new.backup().journal(format: Self.format) == backup.journal(format: Self.format))
        // An interrupted one can be repeated.
        try await new.restore(try copy(backup))
        #expect(try await new.items.all().count == 2)
    }

    @Test(arguments: engines) func aLibraryWithOtherItemsIsRefused(_ engine: StorageEngine) async throws {
        let (library, new) = (try await library(.memory), try await library(engine))
        try await library.save([item(1), item(2)])
        try await library.saveTargets(of: [itemDraft(3)])
        try await new.save(item(3))
        let error = await #expect(throws: RestoreError.self) { try await new.restore(try await library.backup()) }
        guard case .otherRecord(_, id: "000000000003") = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try await new.items.all() == [item(3)])
    }

    @Test func aFileThatIsNoBackupIsRefused() async throws {
        #expect(throws: BackupError.self) { try LibraryBackup(Array("{}\n".utf8), format: Self.format, from: "copy") }
        let library = try await library(.memory)
        try await library.save([item(1), item(2)])
        let bytes = try await library.backup().journal(format: Self.format)
        let damaged = String(decoding: bytes, as: UTF8.self).replacing("\"Sample 2\"", with: "\"Other\"")
        #expect(throws: BackupError.self) { try LibraryBackup(Array(damaged.utf8), format: Self.format, from: "copy") }
        #expect(throws: BackupError.self) { try LibraryBackup(bytes, format: "other-library", from: "copy") }
    }
}
