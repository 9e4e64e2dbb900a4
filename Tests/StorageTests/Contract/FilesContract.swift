import FileTestSupport
import StorageTestSupport
import Testing

@testable import Storage

/// The promises of the engines that have all records in one file.
extension RecordStoreContractTests {
    /// The first use of a store after its file was replaced.
    enum FirstUse: CaseIterable {
        case reading, lookingUp, observing, writing
    }

    @Test(arguments: StorageEngine.inFiles, FirstUse.allCases)
    func aFileReplacedWhileItIsOpenIsNoticed(engine: StorageEngine, use: FirstUse) async throws {
        let (fixture, other) = (try await engine.makeFixture(), try await engine.makeFixture())
        try await other.open().save(.note("b"), .link("l", to: "b"))
        let store = fixture.open()
        try await store.save(.note("a"), .note("b", "old"))
        #expect(try await store.all(.note, .link) == [.note("a"), .note("b", "old")])
        let seen = use == .observing ? RecordObservation(store, .note) : nil
        if let seen { #expect(try await seen.next() == [.note("a"), .note("b", "old")]) }

        try await run("/bin/mv", other.file.path, fixture.file.path)
        switch use {
        case .reading: #expect(try await store.all(.note, .link) == [.note("b"), .link("l", to: "b")])
        case .lookingUp:
            #expect(try await store.links(to: "b").map(\.id) == ["l"])
            #expect(try await store.find("a", "b") == [.note("b")])
        case .observing: #expect(try await seen?.next() == [.note("b")])
        case .writing: break
        }
        try await store.append("more", to: "b")
        for store in [store, fixture.open()] {
            #expect(try await store.all(.note, .link) == [.note("b", "a note more"), .link("l", to: "b")])
        }
        if let seen { #expect(try await seen.next() == [.note("b", "a note more")]) }
    }

    /// As long as the location says.
    @Test(arguments: StorageEngine.inFiles)
    func aWriterHasThePatienceOfTheLocation(engine: StorageEngine) async throws {
        let fixture = try await engine.makeFixture()
        try await fixture.open().save(.note("a"))
        let lock = fixture.file.path + ".lock"
        let holder = try OpenFile(lock, .create, files: POSIXFiles())
        #expect(try holder.tryLock())
        var location = fixture.location
        location.patience = .zero
        await #expect(throws: StorageError.busy(location: lock, seconds: 0)) {
            try await engine.open(location).save(.note("b"))
        }
        withExtendedLifetime(holder) {}
    }

    /// Only a missing file is an empty store.
    @Test(arguments: StorageEngine.inFiles, ["", "\n", "\0", "x"])
    func aFileThatIsNotAStoreIsAnErrorAndStaysAsItIs(engine: StorageEngine, contents: String) async throws {
        let fixture = try await engine.makeFixture()
        let before = fixture.open()
        try await before.save(.note("a"))
        // In place: to a store that is open it is the same file.
        try fixture.file.write(contents)
        for store in [fixture.open(), before] {
            await expectNotAStore { try await store.all(.note) }
            await expectNotAStore { try await store.find("a") }
            await expectNotAStore { try await store.links(to: "a") }
            await expectNotAStore { try await store.kinds(besides: []) }
            await expectNotAStore { try await store.save(.note("b")) }
            #expect(try await RecordObservation(store, .note).failure() != nil)
        }
        #expect(try fixture.file.text() == contents)
    }

    private func expectNotAStore(
        sourceLocation: SourceLocation = #_sourceLocation, _ use: () async throws -> some Sendable
    ) async {
        let error = await #expect(throws: StorageError.self, sourceLocation: sourceLocation) { try await use() }
        switch error {
        case .damaged, .notAStore: break
        default: Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
        }
    }
}
