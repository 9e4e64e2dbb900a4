import TestTraits
import Testing

@testable import Storage

/// A rule that a unit of work checks can't be broken by another writer between its reads and its end: the unit runs
/// again, and sees the other's changes.
@Suite("Conflicts in etcd", .needsEtcd, .fewAtATime, .endsIfItHangs)
struct EtcdConflictTests {
    @Test func anAddedRecordIsAConflict() async throws {
        let fixture = try await EtcdFixture()
        try await fixture.store().save(.note("1"))
        let run = try await fixture.run { reader throws(StorageError) in
            let all = try await reader.all(.note)
            return (all.count < 2 ? [Sample.note("3").saving()] : [], all)
        } whileAnother: { store throws(StorageError) in
            try await store.save(.note("2"))
        }
        #expect(run == .init(2, [.note("1"), .note("2")]))
        #expect(try await fixture.store().all(.note) == [.note("1"), .note("2")])
    }

    @Test func aDeletedRecordIsAConflict() async throws {
        let fixture = try await EtcdFixture()
        try await fixture.store().save(.note("1"), .note("2"))
        let run = try await fixture.run { reader throws(StorageError) in
            let all = try await reader.all(.note)
            return (all.count > 1 ? [Sample.note("1").deleting] : [], all)
        } whileAnother: { store throws(StorageError) in
            try await store.delete(.note("2"))
        }
        #expect(run == .init(2, [.note("1")]))
        #expect(try await fixture.store().all(.note) == [.note("1")])
    }

    /// News since a version are as good a condition as complete news.
    @Test(arguments: [true, false])
    func aChangeSinceAVersionIsAConflict(isAdded: Bool) async throws {
        let fixture = try await EtcdFixture()
        let store = fixture.store(slot: 0)
        try await store.save(.note("1"), .note("2"))
        let version = try await store.news(of: [.note], since: nil).version
        let (runs, another) = (Runs(), fixture.store(slot: 1))
        let isComplete = try await store.perform { reader throws(StorageError) in
            let news = try await reader.news(of: [.note], since: version)
            if await runs.next() == 1 {
                #expect(!news.isComplete && news.changes.isEmpty)
                if isAdded { try await another.save(.note("3")) } else { try await another.delete(.note("2")) }
            }
            return ([Sample.note("1", "new").saving()], news.isComplete)
        }
        #expect(await runs.count == 2)
        #expect(isComplete == !isAdded)
    }

    @Test func aChangeOfAFoundRecordIsAConflict() async throws {
        let fixture = try await EtcdFixture()
        try await fixture.store().save(.note("1", "first"))
        let run = try await fixture.run { reader throws(StorageError) in
            let found = try await reader.find("1", "2")
            return ([Sample.tag("1").saving()], found)
        } whileAnother: { store throws(StorageError) in
            try await store.save(.note("1", "changed"))
        }
        #expect(run == .init(2, [.note("1", "changed")]))
    }

    @Test func anAddedRecordThatWasMissingIsAConflict() async throws {
        let fixture = try await EtcdFixture()
        try await fixture.store().save(.note("1"))
        let run = try await fixture.run { reader throws(StorageError) in
            let found = try await reader.find("2")
            return (found.isEmpty ? [Sample.note("2", "mine").saving()] : [], found)
        } whileAnother: { store throws(StorageError) in
            try await store.save(.note("2", "theirs"))
        }
        #expect(run == .init(2, [.note("2", "theirs")]))
    }

    @Test func anAddedCandidateIsAConflict() async throws {
        let fixture = try await EtcdFixture()
        try await fixture.store().save(.note("1"))
        let run = try await fixture.save(.link("1", to: "1"), whileAnotherSaves: .link("2", to: "1"))
        #expect(run == .init(2, [.link("2", to: "1")]))
        #expect(try await fixture.store().all(.link) == [.link("2", to: "1")])
    }

    @Test func aDeletedCandidateIsAConflict() async throws {
        let fixture = try await EtcdFixture()
        try await fixture.store().save(.link("1", to: "1"))
        let run = try await fixture.run { reader throws(StorageError) in
            let links = try await reader.links(to: "1")
            return (links.isEmpty ? [] : [Sample.tag("1").saving()], links)
        } whileAnother: { store throws(StorageError) in
            try await store.delete(.link("1", to: "1"))
        }
        #expect(run == .init(2, []))
        #expect(try await fixture.store().all(.tag).isEmpty)
    }

    /// An index that earlier versions don't know lacks their records, which are candidates all the same, and no condition. Who
    /// knows the index conflicts.
    @Test(arguments: [true, false])
    func aLaterIndexFindsRecordsOfEarlierVersions(otherKnowsIt: Bool) async throws {
        let fixture = try await EtcdFixture()
        let later = LookupKey("later", "1", hasAll: false)
        let earlier = [Sample.link("1", to: "1"), .link("2", to: "2")]
        try await fixture.store().save(earlier)
        let new = Sample.link("3", to: "1")
        let change = RecordChange(
            kind: new.kind, id: new.recordID, json: new.json, keys: [.links(to: "1")] + (otherKnowsIt ? [later] : []))
        let run = try await fixture.run { reader throws(StorageError) in
            let found = try await reader.candidates(for: later, of: .link).samples(of: .link)
            return ([Sample.tag("1").saving()], found)
        } whileAnother: { store throws(StorageError) in
            try await store.perform { _ throws(StorageError) in ([change], ()) }
        }
        #expect(run == (otherKnowsIt ? .init(2, earlier + [new]) : .init(1, earlier)))
    }

    /// With more records than a transaction can have conditions.
    @Test(arguments: [true, false])
    func aChangeAmongManyRecordsIsAConflict(isAdded: Bool) async throws {
        let fixture = try await EtcdFixture()
        let links = (101...240).map { Sample.link("\($0)", to: "1") }
        let other = Sample.link(isAdded ? "241" : "240", to: "1")
        try await fixture.store().save(links)
        let run = try await fixture.run { reader throws(StorageError) in
            let found = try await reader.links(to: "1")
            return (found == links ? [Sample.tag("1").saving()] : [], found)
        } whileAnother: { store throws(StorageError) in
            if isAdded { try await store.save(other) } else { try await store.delete(other) }
        }
        #expect(run == .init(2, isAdded ? links + [other] : links.dropLast()))
        #expect(try await fixture.store().all(.tag).isEmpty)
    }

    @Test func aChangeOfUnreadRecordsIsNoConflict() async throws {
        let fixture = try await EtcdFixture()
        try await fixture.store().save(.note("1"), .note("2"))
        let run = try await fixture.save(.link("1", to: "1"), whileAnotherSaves: .link("2", to: "2"))
        #expect(run == .init(1, []))
        #expect(try await fixture.store().all(.link) == [.link("1", to: "1"), .link("2", to: "2")])
    }
}

/// The number of runs of a unit of work, and what it read in the last.
private struct Run: Equatable {
    let count: Int
    let read: [Sample]

    init(_ count: Int, _ read: [Sample]) {
        (self.count, self.read) = (count, read)
    }
}

extension EtcdFixture {
    /// Carries out a unit of work, which returns what it has read. At the end of its first run, before its changes are
    /// committed, another writer makes a change.
    ///
    /// The other writer uses another slot, and the store must have been written to before; otherwise the slot or the
    /// format would be a conflict in any case.
    fileprivate func run(
        _ work: @Sendable (any RecordReader) async throws(StorageError) -> ([RecordChange], [Sample]),
        whileAnother change: @Sendable (EtcdRecordStore) async throws(StorageError) -> Void
    ) async throws -> Run {
        let runs = Runs()
        let another = store(slot: 1)
        let read = try await store(slot: 0).perform { reader throws(StorageError) in
            let (changes, read) = try await work(reader)
            if await runs.next() == 1 { try await change(another) }
            return (changes, read)
        }
        return Run(await runs.count, read)
    }

    /// Saves a link unless its note has one, while another writer saves one, too.
    fileprivate func save(_ link: Sample, whileAnotherSaves other: Sample) async throws -> Run {
        try await run { reader throws(StorageError) in
            let links = try await reader.links(to: link.target ?? "")
            return (links.isEmpty ? [link.saving()] : [], links)
        } whileAnother: { store throws(StorageError) in
            try await store.save(other)
        }
    }
}
