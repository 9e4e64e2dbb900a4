import FileTestSupport
import Foundation
import Synchronization
import Testing

@testable import Storage

/// A write fails near the end of its line, and the line can't be cut off either.
struct LineThatRemainsTests {
    /// Is full after some bytes, until it has refused to truncate the file.
    private final class FullDisk: CallWatcher {
        private let room: Mutex<Int?>

        init(room: Int) {
            self.room = Mutex(room)
        }

        func willMake(_ call: FileCall) throws(FileError) -> Int {
            try room.withLock { room throws(FileError) in
                guard let rest = room else { return .max }
                switch call.kind {
                case .write where rest > 0:
                    room = 0
                    return rest
                case .write: throw FileError(.write, code: ENOSPC)
                case .truncate:
                    room = nil
                    throw FileError(.truncate, code: EIO)
                default: return .max
                }
            }
        }

        func didMakeCall() {}
    }

    /// Readers accept a line that lacks only its line feed, so the error must not say that nothing was stored.
    @Test(arguments: [1, 2])
    func theErrorSaysWhetherReadersAcceptIt(missingBytes: Int) async throws {
        let file = try JournalFixture.file()
        let line = JournalFixture.line(11, #""beds":[\#(JournalFixture.leeks)]"#)
        let disk = FullDisk(room: line.count - missingBytes)
        let store = file.journal(files: WatchedFiles(base: POSIXFiles(), watcher: disk))
        let full = FileError(.write, code: ENOSPC)
        let counts = missingBytes == 1
        let expected: StorageError =
            counts
            ? .unknownOutcome(location: file.path, reason: full.reason)
            : StorageError(full, doing: "write", location: file.path)
        await #expect(throws: expected) { try await store.keep(JournalFixture.leeks) }
        #expect(try file.bytes() == JournalFixture.bytes + line.dropLast(missingBytes))
        for reader in [store, file.journal()] {
            #expect(try await reader.record("b9") == (counts ? JournalFixture.leeks : nil))
        }

        let figs = JournalFixture.record("b4", "Figs")
        try await store.keep(figs)
        for reader in [store, file.journal()] {
            #expect(try await reader.record("b9") == (counts ? JournalFixture.leeks : nil))
            #expect(try await reader.record("b4") == figs)
        }
    }
}
