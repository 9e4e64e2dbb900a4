import FileTestSupport
import Foundation
import Synchronization
import Testing

@testable import Storage

/// A writer holds a lock; readers never wait.
struct FileLockTests {
    /// Older versions of the program take only the first of the two locks.
    @Test(arguments: [".lock", ""])
    func waitingTooLongForALockIsAnError(suffix: String) async throws {
        let file = try JournalFixture.file()
        let store = file.journal(patience: .milliseconds(1))
        var holder: OpenFile? = try OpenFile(file.path + suffix, .create, files: POSIXFiles())
        #expect(try holder?.tryLock() == true)
        let busy = StorageError.busy(location: file.path + ".lock", seconds: 0)
        await #expect(throws: busy) { try await store.keep(JournalFixture.peas) }
        await #expect(throws: busy) {
            try await store.perform { _ throws(StorageError) in
                Issue.record("ran without the lock")
                return ([], ())
            }
        }
        #expect(try file.bytes() == JournalFixture.bytes)
        #expect(try await store.kept() == JournalFixture.kept)

        holder = nil
        try await store.keep(JournalFixture.peas)
        #expect(try await file.journal().record("b3") == JournalFixture.peas)
    }

    /// The error says what matters: that the file can't be written.
    @Test func whatCannotBeLockedCannotBeWritten() async throws {
        let file = try JournalFixture.file()
        try FileManager.default.createDirectory(atPath: file.path + ".lock", withIntermediateDirectories: false)
        await #expect(
            throws: StorageError.failed(operation: "write", location: file.path, reason: "Is a directory")
        ) {
            try await file.journal().keep(JournalFixture.peas)
        }
    }

    @Test func aUnitOfWorkHoldsBothLocks() async throws {
        let file = try JournalFixture.file()
        try await file.journal().perform { _ throws(StorageError) in
            for path in [file.path, file.path + ".lock"] {
                expectNoError { () throws in
                    #expect(try !OpenFile(path, .readAndWrite, files: POSIXFiles()).tryLock())
                }
            }
            return ([], ())
        }
    }

    @Test func aUnitOfWorkThatThrowsReleasesTheLock() async throws {
        let file = try JournalFixture.file()
        let store = file.journal()
        let refusal = StorageError.tooLarge(location: "here", limit: "1")
        for _ in 0..<3 {
            await #expect(throws: refusal) {
                try await store.perform { (_) async throws(StorageError) -> ([RecordChange], Void) in throw refusal }
            }
        }
        try await file.journal(patience: .zero).keep(JournalFixture.peas)
        #expect(try await store.record("b3") == JournalFixture.peas)
    }

    @Test func aLinkAndItsTargetHaveOneLock() async throws {
        let directory = try TemporaryDirectory()
        let file = directory.file("real.jsonl")
        try file.write(JournalFixture.bytes)
        try directory.file("link.jsonl").makeLink(to: "real.jsonl")
        let holder = try OpenFile(file.path + ".lock", .create, files: POSIXFiles())
        #expect(try holder.tryLock())
        await #expect(throws: StorageError.busy(location: file.path + ".lock", seconds: 0)) {
            try await directory.file("link.jsonl").journal(patience: .zero).keep(JournalFixture.peas)
        }
        withExtendedLifetime(holder) {}
    }

    /// Another program removes the lock file while a writer is delayed. The lock on the journal itself keeps a second
    /// writer out.
    @Test func removingTheLockFileDoesNotAdmitASecondWriter() async throws {
        let file = try JournalFixture.file()
        let runs = Atomic(0)
        try await file.journal().perform { reader throws(StorageError) in
            if runs.wrappingAdd(1, ordering: .relaxed).newValue == 1 {
                file.removeLock()
                await #expect(throws: StorageError.busy(location: file.path + ".lock", seconds: 0)) {
                    try await file.journal(patience: .zero).keep(JournalFixture.peas)
                }
            }
            return ([JournalFixture.saving(JournalFixture.record("b8", "Kale"))], ())
        }
        // The held lock file is no longer the one at the path, so the unit of work ran again.
        #expect(runs.load(ordering: .relaxed) == 2)
        try await file.journal().keep(JournalFixture.peas)
        #expect(try await file.journal().record("b3") == JournalFixture.peas)
        #expect(try await file.journal().record("b8") == JournalFixture.record("b8", "Kale"))
    }

    /// There is no journal to lock yet, so a second writer gets in. Its acknowledged change must survive.
    @Test func anAcknowledgedChangeSurvivesTheRemovalOfTheLockFile() async throws {
        let directory = try TemporaryDirectory()
        let file = directory.file("plan.jsonl")
        let runs = Atomic(0)
        try await file.journal().perform { reader throws(StorageError) in
            if runs.wrappingAdd(1, ordering: .relaxed).newValue == 1 {
                file.removeLock()
                try await file.journal().keep(JournalFixture.peas)
            } else {
                #expect(try await reader.record("b3") == JournalFixture.peas)
            }
            return ([JournalFixture.saving(JournalFixture.herbs)], ())
        }
        #expect(runs.load(ordering: .relaxed) == 2)
        #expect(try await file.journal().kept() == [JournalFixture.herbs, JournalFixture.peas])
    }

    /// The locked file is no longer the one that others read and lock.
    @Test func aReplacedFileIsNotWrittenTo() async throws {
        let file = try JournalFixture.file()
        let runs = Atomic(0)
        try await file.journal().perform { reader throws(StorageError) in
            if runs.wrappingAdd(1, ordering: .relaxed).newValue == 1 {
                expectNoError { try file.replace(with: JournalHeader(format: JournalFixture.format).line) }
            } else {
                #expect(try await reader.kept() == [])
            }
            return ([JournalFixture.saving(JournalFixture.peas)], ())
        }
        #expect(runs.load(ordering: .relaxed) == 2)
        #expect(try await file.journal().kept() == [JournalFixture.peas])
    }

    /// Retries end when the patience is over.
    @Test func retriesEnd() async throws {
        let file = try JournalFixture.file()
        await #expect(throws: StorageError.busy(location: file.path + ".lock", seconds: 0)) {
            try await file.journal(patience: .milliseconds(20)).perform { _ throws(StorageError) in
                file.removeLock()
                return ([JournalFixture.saving(JournalFixture.peas)], ())
            }
        }
        #expect(try file.bytes() == JournalFixture.bytes)
    }
}

extension TestFile {
    fileprivate func removeLock() {
        expectNoError { try FileManager.default.removeItem(atPath: path + ".lock") }
    }
}

extension JournalFixture {
    static func saving(_ record: String, of kind: RecordKind = beds) -> RecordChange {
        RecordChange(kind: kind, id: id(of: record), json: Array(record.utf8))
    }
}
