import FileTestSupport
import FoundationEssentials
import StorageTestSupport
import TestTraits
import Testing

@testable import Storage

/// A store with a copy returns the same records as one without, with smaller requests.
@Suite("Copies of etcd", .needsEtcd, .fewAtATime, .endsIfItHangs)
final class EtcdCopyTests {
    private let file: TestFile
    private var slot = 0

    init() throws {
        file = try TemporaryDirectory().file("home/cluster.copy")
    }

    /// A writer with its own slot.
    private func writer(_ fixture: EtcdFixture) -> EtcdRecordStore {
        slot += 1
        return fixture.store(slot: slot)
    }

    /// The records that a new store reads with the copy, and whether it had to read everything.
    private func read(_ fixture: EtcdFixture) async throws -> Reading {
        let network = UnreliableNetwork()
        let news = try await fixture.store(network, copyPath: file.path).news(of: RecordKind.samples, since: nil)
        var replica = Replica()
        replica.apply(news, of: RecordKind.samples, at: #_sourceLocation)
        let plain = try await fixture.store().all(.note, .tag, .link).sorted()
        #expect(replica.samples == plain)
        return Reading(plain, all: network.requests.contains { $0.isOfRevision })
    }

    @Test func onlyChangesAreRead() async throws {
        let fixture = try await EtcdFixture()
        try await writer(fixture).save(.note("1"), .note("2"))
        #expect(try await read(fixture) == Reading([.note("1"), .note("2")], all: true))
        #expect(try await read(fixture) == Reading([.note("1"), .note("2")], all: false))
        try await writer(fixture).save(.note("3"))
        try await writer(fixture).save(.note("2", "changed"))
        let now = [Sample.note("1"), .note("2", "changed"), .note("3")]
        #expect(try await read(fixture) == Reading(now, all: false))
        #expect(try await read(fixture) == Reading(now, all: false))
    }

    @Test func theRecordsLastSeenNeedNoNetwork() async throws {
        let fixture = try await EtcdFixture()
        #expect(await fixture.store(copyPath: file.path).lastSeen([.note]) == nil)
        try await writer(fixture).save(.note("1"), .note("2"))
        #expect(try await read(fixture).all)
        try await writer(fixture).save(.note("3"))
        let network = UnreliableNetwork()
        let seen = await fixture.store(network, copyPath: file.path).lastSeen([.note])
        #expect(network.requests.isEmpty)
        #expect(seen?.isComplete == true)
        #expect(seen?.changes[.note]?.saved.samples(of: .note) == [.note("1"), .note("2")])
        // The copy of another cluster, one of another store, and a damaged one are not used.
        let elsewhere = try #require(EtcdAddress("etcd://elsewhere:2379/\(fixture.address.prefix ?? "")"))
        #expect(await fixture.store(network, copyPath: file.path, at: elsewhere).lastSeen([.note]) == nil)
        #expect(try await EtcdFixture().store(copyPath: file.path).lastSeen([.note]) == nil)
        let whole = try file.bytes()
        try file.replace(with: whole.dropLast() + [(whole.last ?? 0) ^ 1])
        try file.setMode(0o600)
        #expect(await fixture.store(copyPath: file.path).lastSeen([.note]) == nil)
    }

    /// A version of news from the copy is as good as any other.
    @Test func readsContinueFromTheCopy() async throws {
        let fixture = try await EtcdFixture()
        try await writer(fixture).save(.note("1"), .note("2"))
        #expect(try await read(fixture).all)
        let store = fixture.store(copyPath: file.path)
        try await writer(fixture).save(.note("3"))
        let version = try await store.news(of: [.note], since: nil).version
        #expect(version.counts == [.note: 3])
        try await writer(fixture).save(.note("4"))
        let news = try await store.news(of: [.note], since: version)
        #expect(!news.isComplete)
        #expect(news.changes[.note]?.saved.samples(of: .note) == [.note("4")])
    }

    /// A version is useless to a store that didn't return it.
    @Test func aVersionOfAnotherStoreIsIgnored() async throws {
        let fixture = try await EtcdFixture()
        try await writer(fixture).save(.note("1"))
        #expect(try await read(fixture).all)
        let version = try await fixture.store().news(of: [.note], since: nil).version
        let network = UnreliableNetwork()
        let news = try await fixture.store(network, copyPath: file.path).news(of: [.note], since: version)
        #expect(news.isComplete)
        #expect(!network.requests.contains { $0.isOfRevision })
    }

    @Test func recordsAreOrderedAcrossParts() async throws {
        let fixture = try await EtcdFixture()
        // Many identifiers with each first character, because parts of the range are read in parallel.
        let characters = "ABCXYZ_abcdefghijklmnopqrstuvwxyz0123456789-"
        let notes = characters.flatMap { first in (10..<20).map { Sample.note("\(first)\($0)") } }
        var random = SeededGenerator()
        try await writer(fixture).save(notes.shuffled(using: &random))
        let sorted = notes.sorted()
        #expect(try await read(fixture) == Reading(sorted, all: true))
        #expect(try await read(fixture) == Reading(sorted, all: false))
        let rows = try await fixture.store(copyPath: file.path).news(of: [.note], since: nil).changes[.note]?.saved.rows
        #expect(rows?.map { "\($0.id)" } == sorted.map(\.id))
    }

    /// More records than one request asks for.
    @Test func manyRecordsAreReadInPages() async throws {
        let fixture = try await EtcdFixture()
        let notes = Sample.notes(1...2_100)
        try await writer(fixture).save(notes)
        #expect(try await read(fixture) == Reading(notes, all: true))
        #expect(try await read(fixture) == Reading(notes, all: false))
    }

    @Test func itContainsAllKinds() async throws {
        let fixture = try await EtcdFixture()
        let before = [Sample.link("1", to: "1"), .note("1"), .tag("1")]
        try await writer(fixture).save(before)
        #expect(try await read(fixture) == Reading(before, all: true))
        try await writer(fixture).save(.tag("2"))
        #expect(try await read(fixture) == Reading(before + [.tag("2")], all: false))
    }

    /// Another version of the program may have kinds that this one doesn't ask for and save copies without them, or
    /// know fewer kinds than the copy has.
    @Test func aCopyWithoutAllKindsIsNotUsed() async throws {
        let fixture = try await EtcdFixture()
        try await writer(fixture).save(.note("1"), .note("2"))
        #expect(try await read(fixture).all)
        let whole = try file.bytes()
        try await writer(fixture).save(.tag("1"))
        try await writer(fixture).delete(.note("2"))
        // As many keys as in the copy, and all later revisions are among the changes.
        #expect(try await read(fixture) == Reading([.note("1"), .tag("1")], all: true))
        // These are not all records, so no copy is saved.
        try file.remove()
        _ = try await fixture.store(copyPath: file.path).news(of: [.note], since: nil)
        #expect(!file.exists)
        try file.write(whole)
        try file.setMode(0o600)
        let network = UnreliableNetwork()
        #expect(try await fixture.store(network, copyPath: file.path).all(.tag) == [.tag("1")])
        #expect(!network.requests.contains { $0.isOfRevision })
    }

    @Test func deletedRecordsAreGone() async throws {
        let fixture = try await EtcdFixture()
        try await writer(fixture).save(.note("1"), .note("2"), .note("3"))
        #expect(try await read(fixture).all)
        try await writer(fixture).delete(.note("2"))
        #expect(try await read(fixture) == Reading([.note("1"), .note("3")], all: true))
        #expect(try await read(fixture) == Reading([.note("1"), .note("3")], all: false))
        // Another program deletes a record, and another one is added.
        try await fixture.delete("notes/1")
        try await writer(fixture).save(.note("4"))
        #expect(try await read(fixture) == Reading([.note("3"), .note("4")], all: true))
        // Deleted and saved again.
        try await writer(fixture).delete(.note("3"))
        try await writer(fixture).save(.note("3", "again"))
        #expect(try await read(fixture).samples == [.note("3", "again"), .note("4")])
    }

    @Test func changesByOtherProgramsAreSeen() async throws {
        let fixture = try await EtcdFixture()
        try await writer(fixture).save(.note("1", "first"))
        #expect(try await read(fixture).all)
        try await fixture.put("notes/1", #"{"id":"1","text":"second"}"#)
        #expect(try await read(fixture) == Reading([.note("1", "second")], all: false))
        // That revision is not of a unit of work, so no copy is saved.
        try file.remove()
        #expect(try await read(fixture).all)
        #expect(!file.exists)
    }

    /// As after restoring a backup: the same revisions with another history.
    @Test func everythingIsReadIfTheClusterLacksTheStamp() async throws {
        let fixture = try await EtcdFixture()
        try await writer(fixture).save(.note("1"))
        let store = writer(fixture)
        let slot = "units/\(slot)"
        try await store.save(.note("2"))
        let before = try #require(try await fixture.value(slot))
        try await store.save(.note("3"))
        #expect(try await read(fixture).all)
        try await fixture.put(slot, before)
        let now = [Sample.note("1"), .note("2"), .note("3")]
        #expect(try await read(fixture) == Reading(now, all: true))
        // The same stamp at another revision, as in a cluster to which all keys were copied.
        try await fixture.put(slot, before)
        #expect(try await read(fixture) == Reading(now, all: true))
    }

    @Test func everythingIsReadIfTheSlotWasUsedAgain() async throws {
        let fixture = try await EtcdFixture()
        let store = writer(fixture)
        try await store.save(.note("1"))
        #expect(try await read(fixture).all)
        try await store.save(.note("2"))
        #expect(try await read(fixture) == Reading([.note("1"), .note("2")], all: true))
        #expect(try await read(fixture) == Reading([.note("1"), .note("2")], all: false))
    }

    @Test func theCopyOfAnotherStoreIsNotUsed() async throws {
        let (one, other) = (try await EtcdFixture(), try await EtcdFixture())
        try await writer(one).save(.note("1"))
        try await writer(other).save(.note("2"))
        #expect(try await read(one) == Reading([.note("1")], all: true))
        #expect(try await read(other) == Reading([.note("2")], all: true))
        #expect(try await read(other) == Reading([.note("2")], all: false))
        // The same number of keys in the same cluster, all of them older.
        #expect(try await read(one) == Reading([.note("1")], all: true))
        #expect(try await read(try await EtcdFixture()) == Reading([], all: true))
    }

    @Test func theCopyOfAnotherApplicationIsNotUsed() async throws {
        let fixture = try await EtcdFixture()
        try await writer(fixture).save(.note("1"))
        #expect(try await read(fixture).all)
        #expect(try file.text().contains(#""format":"sample-etcd-copy","version":1,"#))
        let copies = EtcdCopyFile(
            path: file.path, format: "other-etcd-copy", address: fixture.address, files: POSIXFiles())
        #expect(copies.load() == nil)
    }

    @Test func afterManyChangesEverythingIsRead() async throws {
        let fixture = try await EtcdFixture()
        try await writer(fixture).save(Sample.notes(1...1_001))
        #expect(try await read(fixture).all)
        try await writer(fixture).save(Sample.notes(1...1_001, "changed"))
        #expect(try await read(fixture) == Reading(Sample.notes(1...1_001, "changed"), all: true))
        #expect(try await read(fixture) == Reading(Sample.notes(1...1_001, "changed"), all: false))
    }

    @Test func aDamagedCopyIsIgnored() async throws {
        let fixture = try await EtcdFixture()
        try await writer(fixture).save(.note("1"), .note("2"))
        #expect(try await read(fixture).all)
        let whole = try file.bytes()
        let lineEnd = try #require(whole.firstIndex(of: 0x0A))
        var damaged: [[UInt8]] = [0, lineEnd / 2, lineEnd, lineEnd + 1, (lineEnd + whole.count) / 2, whole.count - 1]
            .map { index in
                var bytes = whole
                bytes[index] ^= 1
                return bytes
            }
        damaged += [[], Array(whole.dropLast()), whole + [0x20], Array(whole[...lineEnd]), Array("{}\n".utf8)]
        for bytes in damaged {
            try file.write(bytes)
            try file.setMode(0o600)
            #expect(try await read(fixture) == Reading([.note("1"), .note("2")], all: true))
            #expect(try await read(fixture) == Reading([.note("1"), .note("2")], all: false))
        }
    }

    @Test func aCopyWithALaterRevisionIsNotUsed() async throws {
        let fixture = try await EtcdFixture()
        try await writer(fixture).save(.note("1"))
        #expect(try await read(fixture).all)
        try await writer(fixture).save(.note("1", "changed"))
        let text = try file.text()
        let revision = try #require(text.firstMatch(of: /"revision":/)).range.upperBound
        try file.write(text[..<revision] + "1" + text[revision...])
        try file.setMode(0o600)
        #expect(try await read(fixture) == Reading([.note("1", "changed")], all: true))
    }

    @Test func itIsPrivate() async throws {
        let fixture = try await EtcdFixture()
        try await writer(fixture).save(.note("1"))
        #expect(try await read(fixture).all)
        #expect(try file.mode & 0o7777 == 0o600)
        // A copy that others may read is not used, but replaced by a private one.
        for mode in [0o644, 0o660, 0o604] {
            try file.setMode(mode)
            #expect(try await read(fixture) == Reading([.note("1")], all: true))
            #expect(try file.mode & 0o7777 == 0o600)
            #expect(try await read(fixture) == Reading([.note("1")], all: false))
        }
    }

    @Test func aLinkIsReplacedAndNotFollowed() async throws {
        let fixture = try await EtcdFixture()
        try await writer(fixture).save(.note("1"))
        #expect(try await read(fixture).all)
        let target = try TemporaryDirectory().file("elsewhere")
        try file.move(to: target.path)
        let before = try target.bytes()
        try file.makeLink(to: target.path)
        #expect(try await read(fixture) == Reading([.note("1")], all: true))
        #expect(file.linkTarget == nil)
        #expect(try file.mode & 0o7777 == 0o600)
        #expect(try target.bytes() == before)
        #expect(try await read(fixture) == Reading([.note("1")], all: false))
    }

    @Test func readingWorksIfNoCopyCanBeSaved() async throws {
        let fixture = try await EtcdFixture()
        try await writer(fixture).save(.note("1"))
        let store = fixture.store(copyPath: "/dev/null/cluster.copy")
        for _ in 1...2 { #expect(try await store.all(.note) == [.note("1")]) }
    }

    @Test func itDoesNotReplaceTheCluster() async throws {
        let fixture = try await EtcdFixture()
        try await writer(fixture).save(.note("1"))
        #expect(try await read(fixture).all)
        let store = fixture.store(UnreliableNetwork { _, _ in .unreachable }, copyPath: file.path)
        await #expect { try await store.all(.note) } throws: { error in
            if case .unreachable? = error as? StorageError { true } else { false }
        }
    }

    @Test func aNewerFormatIsRefused() async throws {
        let fixture = try await EtcdFixture()
        try await writer(fixture).save(.note("1"))
        #expect(try await read(fixture).all)
        try await fixture.put("format", #"{"format":"sample","version":2}"#)
        let refusal = StorageError.newerVersion(location: "\(fixture.address)", found: 2, known: 1)
        await #expect(throws: refusal) { try await fixture.store(copyPath: file.path).all(.note) }
    }

    @Test func observingStartsFromTheCopy() async throws {
        let fixture = try await EtcdFixture()
        try await writer(fixture).save(.note("1"))
        #expect(try await read(fixture).all)
        try await writer(fixture).save(.note("2"))
        let network = UnreliableNetwork()
        let seen = RecordObservation(fixture.store(network, copyPath: file.path), .note)
        #expect(try await seen.next() == [.note("1"), .note("2")])
        try await writer(fixture).delete(.note("1"))
        #expect(try await seen.next() == [.note("2")])
        #expect(!network.requests.contains { $0.isOfRevision })
    }
}

/// The records read, and whether everything had to be read.
private struct Reading: Equatable {
    let samples: [Sample]
    let all: Bool

    init(_ samples: [Sample], all: Bool) {
        (self.samples, self.all) = (samples, all)
    }
}
