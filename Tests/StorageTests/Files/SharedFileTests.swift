import FileTestSupport
import Synchronization
import TestTraits
import Testing

@testable import Storage

/// `SharedFile` with the simplest contents: a file with one number.
@Suite(.endsIfItHangs)
struct SharedFileTests {
    private let file: TestFile

    init() throws {
        file = try TemporaryDirectory().file("number")
        try file.write("1")
    }

    private func open(patience: Duration = .seconds(10)) -> SharedFile<Number> {
        SharedFile(
            path: file.path, files: POSIXFiles(), patience: patience, watcher: .notified,
            contents: Number(path: file.path))
    }

    @Test func readsSeeTheCurrentFile() throws {
        let shared = open()
        #expect(try shared.read { contents in contents.value } == 1)
        try file.write("2")
        #expect(try shared.read { contents in contents.value } == 2)
        try file.write("x")
        #expect(throws: Number.damage) { try shared.read { contents in contents.value } }
        try file.write("3")
        #expect(try shared.read { contents in contents.value } == 3)
    }

    @Test func aFailureReleasesTheLock() async throws {
        let shared = open(patience: .zero)
        await #expect(throws: Number.damage) {
            try await shared.locked { _ throws(StorageError) in throw Number.damage }
        }
        #expect(try await shared.locked { _ in 7 } == 7)
    }

    @Test func waitingForTheLockEndsWithPatience() async throws {
        let (holder, other) = (open(), open(patience: .zero))
        try await holder.locked { lock throws(StorageError) in
            do throws(StorageError) {
                try await other.locked { _ in _ = Issue.record("two hold the lock") }
            } catch {
                #expect(error == .busy(location: file.path + ".lock", seconds: 0))
            }
        }
        #expect(try await other.locked { _ in 7 } == 7)
    }

    @Test func observersAreNotifiedBeforeWritingReturns() async throws {
        let shared = open()
        let seenValues = Mutex<[Int]>([])
        let seen = Observation(
            shared.observe { contents in
                seenValues.withLock { $0.append(contents.value) }
                return contents.value
            })
        try await shared.locked { lock throws(StorageError) in
            try shared.write(holding: lock) { contents throws(StorageError) in try contents.write(2) }
        }
        #expect(seenValues.withLock { $0.prefix(2) } == [1, 2])
        #expect(try await seen.next()?.get() == 1)
        #expect(try await seen.next()?.get() == 2)
    }

    @Test func observersSeeWhatOthersWrite() async throws {
        let shared = open()
        let seen = Observation(shared.observe { contents in contents.value })
        #expect(try await seen.next()?.get() == 1)
        try file.replace(with: Array("2".utf8))
        #expect(try await seen.next()?.get() == 2)
        // A read notifies observers, too.
        let other = Observation(shared.observe { contents in contents.value })
        try file.replace(with: Array("3".utf8))
        #expect(try shared.read { contents in contents.value } == 3)
        #expect(try await seen.next()?.get() == 3)
        #expect(try await other.next()?.get() == 2)
        #expect(try await other.next()?.get() == 3)
    }

    @Test func observersSeeWhatAFailedChangeHadRead() async throws {
        let shared = SharedFile(
            path: file.path, files: POSIXFiles(), patience: .seconds(10), watcher: .notified,
            contents: Number(path: file.path))
        let seen = Observation(shared.observe { contents in contents.value })
        #expect(try await seen.next()?.get() == 1)
        await #expect(throws: Number.damage) {
            try await shared.locked { lock throws(StorageError) -> Void? in
                guard (try? file.write("2")) != nil else { return nil }
                return try shared.write(holding: lock) { contents throws(StorageError) in
                    _ = try contents.refresh()
                    throw Number.damage
                }
            }
        }
        #expect(try await seen.next()?.get() == 2)
    }

    @Test func aFileThatCannotBeReadCanBeReplacedWhileObserved() async throws {
        let shared = open()
        let seen = Observation(shared.observe { contents in contents.value })
        #expect(try await seen.next()?.get() == 1)
        try await shared.locked { lock throws(StorageError) in
            guard (try? file.write("x")) != nil else { throw Number.damage }
            try shared.write(holding: lock, isRepair: true) { contents throws(StorageError) in
                try contents.write(2)
            }
        }
        #expect(try shared.read { contents in contents.value } == 2)
    }

    @Test func anUnreadableFileEndsObserving() async throws {
        let shared = open()
        let seen = Observation(shared.observe { contents in contents.value })
        #expect(try await seen.next()?.get() == 1)
        try file.replace(with: Array("x".utf8))
        #expect(try await seen.next() == .failure(Number.damage))
        #expect(try await seen.next() == nil)
        let failed = Observation(shared.observe { contents in contents.value })
        #expect(try await failed.next() == .failure(Number.damage))
        #expect(try await failed.next() == nil)
        try file.replace(with: Array("2".utf8))
        let again = Observation(shared.observe { contents in contents.value })
        #expect(try await again.next()?.get() == 2)
    }
}

/// A number in a file.
private struct Number: FileContents {
    static let damage = StorageError.damaged(location: "here", line: 1, reason: "this is not a number")

    let path: String
    private(set) var value = 0

    init(path: String) {
        self.path = path
    }

    mutating func refresh() throws(StorageError) -> Bool {
        guard let text = try? TestFile(path: path).text(), let number = Int(text) else { throw Self.damage }
        defer { value = number }
        return number != value
    }

    func write(_ number: Int) throws(StorageError) {
        guard (try? TestFile(path: path).replace(with: Array("\(number)".utf8))) != nil else { throw Self.damage }
    }
}
