import FileTestSupport
import Synchronization
import Testing

@testable import Storage

/// The path of a store is a symbolic link, and somebody changes where it leads during a save: whatever moment that is,
/// both files keep what they had, and the change is in one of them.
struct ChangingLinkTests {
    /// Runs a watched file system's call with this number after `action`.
    private final class BeforeCall: CallWatcher {
        private let rest: Atomic<Int>
        private let action: @Sendable () -> Void

        init(_ number: Int, _ action: @escaping @Sendable () -> Void) {
            rest = Atomic(number)
            self.action = action
        }

        var isOver: Bool { rest.load(ordering: .relaxed) <= 0 }

        func willMake(_ call: FileCall) -> Int {
            if rest.wrappingSubtract(1, ordering: .relaxed).newValue == 0 { action() }
            return .max
        }

        func didMakeCall() {}
    }

    private let directory: TemporaryDirectory
    private let (first, second, link): (TestFile, TestFile, TestFile)

    init() throws {
        directory = try TemporaryDirectory()
        (first, second, link) = (directory.file("first"), directory.file("second"), directory.file("plan.jsonl"))
    }

    /// Calls `save` with a file system in which the link changes before the first call, then before the second, and so
    /// on, until there are no more; and `check` after each.
    private func changingTheLink(
        save: (any FileOperations) async throws -> Void, check: (_ call: Int) async throws -> Void
    ) async throws {
        for number in 1... {
            try? link.remove()
            try link.makeLink(to: "first")
            let watcher = BeforeCall(number) { [link] in
                try? link.remove()
                try? link.makeLink(to: "second")
            }
            try await save(WatchedFiles(base: POSIXFiles(), watcher: watcher))
            guard watcher.isOver else {
                #expect(number > 10)
                return
            }
            try await check(number)
        }
    }

    @Test func aJournal() async throws {
        try await second.journal().keep(JournalFixture.roses)
        let others = try second.bytes()
        try await changingTheLink { files in
            try first.write(JournalFixture.bytes)
            try second.write(others)
            try await link.journal(files: files).keep(JournalFixture.leeks)
        } check: { call in
            let kept = (try await first.journal().kept(), try await second.journal().kept())
            #expect(Set(kept.0).isSuperset(of: JournalFixture.kept), "call \(call)")
            #expect(kept.1.contains(JournalFixture.roses), "call \(call)")
            #expect((kept.0 + kept.1).filter { $0 == JournalFixture.leeks }.count == 1, "call \(call)")
        }
    }

    @Test func aKeyValueFile() async throws {
        try await changingTheLink { files in
            try first.write(#"{"a":1}"#)
            try second.write(#"{"b":1}"#)
            #expect(
                try await KeyValueFile(path: link.path, files: files).update(["c": JSONText("1".utf8)], expecting: nil))
        } check: { call in
            let names = (
                try KeyValueFile(path: first.path).values().keys.sorted(),
                try KeyValueFile(path: second.path).values().keys.sorted()
            )
            #expect(names.0 + names.1 == ["a", "b", "c"] || names.0 + names.1 == ["a", "c", "b"], "call \(call)")
        }
    }
}
