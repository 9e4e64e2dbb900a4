import FileTestSupport
import FoundationEssentials
import Testing

@testable import Storage

/// A store that has a copy says what the cluster holds, as one that has none; it only asks for less.
@Suite("Copies of etcd", .needsEtcd, .timeLimit(.minutes(5)))
final class EtcdCopyTests {
    private let file: TestFile
    private var slot = 0

    init() throws {
        file = try TemporaryDirectory().file("home/cluster.copy")
    }

    /// A writer who has a slot of its own.
    private func writer(_ place: EtcdPlace) -> EtcdRecordStore {
        slot += 1
        return place.store(slot: slot)
    }

    /// What a new store with the copy reads, and whether it had to read everything.
    private func read(_ place: EtcdPlace) async throws -> Reading {
        let network = UnreliableNetwork()
        let news = try await place.store(network, copyPath: file.path).news(of: RecordKind.samples, since: nil)
        var replica = Replica()
        replica.take(news, of: RecordKind.samples, at: #_sourceLocation)
        let plain = try await place.store().all(.note, .tag, .link).sorted()
        #expect(replica.samples == plain)
        return Reading(plain, all: network.requests.contains { $0.isOfMoment })
    }

    @Test func onlyWhatHasChangedIsAskedFor() async throws {
        let place = try await EtcdPlace()
        try await writer(place).save(.note("1"), .note("2"))
        #expect(try await read(place) == Reading([.note("1"), .note("2")], all: true))
        #expect(try await read(place) == Reading([.note("1"), .note("2")], all: false))
        try await writer(place).save(.note("3"))
        try await writer(place).save(.note("2", "changed"))
        let now = [Sample.note("1"), .note("2", "changed"), .note("3")]
        #expect(try await read(place) == Reading(now, all: false))
        #expect(try await read(place) == Reading(now, all: false))
    }

    /// The version of what was read by the copy is as good as any other.
    @Test func readingGoesOnFromTheCopy() async throws {
        let place = try await EtcdPlace()
        try await writer(place).save(.note("1"), .note("2"))
        #expect(try await read(place).all)
        let store = place.store(copyPath: file.path)
        try await writer(place).save(.note("3"))
        let version = try await store.news(of: [.note], since: nil).version
        #expect(version.counts == [.note: 3])
        try await writer(place).save(.note("4"))
        let news = try await store.news(of: [.note], since: version)
        #expect(!news.isComplete)
        #expect(news.changes[.note]?.saved.samples(of: .note) == [.note("4")])
    }

    /// To a store that did not give it, a version is as good as none.
    @Test func aVersionOfAnotherStoreLeadsToTheCopy() async throws {
        let place = try await EtcdPlace()
        try await writer(place).save(.note("1"))
        #expect(try await read(place).all)
        let version = try await place.store().news(of: [.note], since: nil).version
        let network = UnreliableNetwork()
        let news = try await place.store(network, copyPath: file.path).news(of: [.note], since: version)
        #expect(news.isComplete)
        #expect(!network.requests.contains { $0.isOfMoment })
    }

    @Test func identifiersAreInOrderWhateverTheyBeginWith() async throws {
        let place = try await EtcdPlace()
        // Many with each first character, because parts are asked for side by side.
        let characters = "ABCXYZ_abcdefghijklmnopqrstuvwxyz0123456789-"
        let notes = characters.flatMap { first in (10..<20).map { Sample.note("\(first)\($0)") } }
        try await writer(place).save(notes.shuffled())
        let sorted = notes.sorted()
        #expect(try await read(place) == Reading(sorted, all: true))
        #expect(try await read(place) == Reading(sorted, all: false))
        let rows = try await place.store(copyPath: file.path).news(of: [.note], since: nil).changes[.note]?.saved.rows
        #expect(rows?.map { "\($0.id)" } == sorted.map(\.id))
    }

    /// More than are asked for at a time.
    @Test func manyRecordsAreReadPageByPage() async throws {
        let place = try await EtcdPlace()
        let notes = Sample.notes(1...2_100)
        try await writer(place).save(notes)
        #expect(try await read(place) == Reading(notes, all: true))
        #expect(try await read(place) == Reading(notes, all: false))
    }

    @Test func allKindsAreInIt() async throws {
        let place = try await EtcdPlace()
        let before = [Sample.link("1", to: "1"), .note("1"), .tag("1")]
        try await writer(place).save(before)
        #expect(try await read(place) == Reading(before, all: true))
        try await writer(place).save(.tag("2"))
        #expect(try await read(place) == Reading(before + [.tag("2")], all: false))
    }

    /// Another version of the program may have kinds that this one doesn't ask for, and save copies without them, or
    /// know fewer kinds than the copy has.
    @Test func aCopyThatLacksAKindIsNotBelieved() async throws {
        let place = try await EtcdPlace()
        try await writer(place).save(.note("1"), .note("2"))
        #expect(try await read(place).all)
        let whole = try file.bytes()
        try await writer(place).save(.tag("1"))
        try await writer(place).delete(.note("2"))
        // As many keys as in the copy, and nothing of a later revision that is not among the changes.
        #expect(try await read(place) == Reading([.note("1"), .tag("1")], all: true))
        // Not all there is: no copy is kept of it.
        try file.remove()
        _ = try await place.store(copyPath: file.path).news(of: [.note], since: nil)
        #expect(!file.exists)
        try file.write(whole)
        try file.setMode(0o600)
        let network = UnreliableNetwork()
        #expect(try await place.store(network, copyPath: file.path).all(.tag) == [.tag("1")])
        #expect(!network.requests.contains { $0.isOfMoment })
    }

    @Test func whatIsGoneIsGone() async throws {
        let place = try await EtcdPlace()
        try await writer(place).save(.note("1"), .note("2"), .note("3"))
        #expect(try await read(place).all)
        try await writer(place).delete(.note("2"))
        #expect(try await read(place) == Reading([.note("1"), .note("3")], all: true))
        #expect(try await read(place) == Reading([.note("1"), .note("3")], all: false))
        // Another program deletes one, and something else has come in its place.
        try await place.delete("notes/1")
        try await writer(place).save(.note("4"))
        #expect(try await read(place) == Reading([.note("3"), .note("4")], all: true))
        // Gone, and there again.
        try await writer(place).delete(.note("3"))
        try await writer(place).save(.note("3", "again"))
        #expect(try await read(place).samples == [.note("3", "again"), .note("4")])
    }

    @Test func whatOthersWriteIsSeen() async throws {
        let place = try await EtcdPlace()
        try await writer(place).save(.note("1", "first"))
        #expect(try await read(place).all)
        try await place.put("notes/1", #"{"id":"1","text":"second"}"#)
        #expect(try await read(place) == Reading([.note("1", "second")], all: false))
        // That revision has no unit of work, so no copy is kept of it.
        try file.remove()
        #expect(try await read(place).all)
        #expect(!file.exists)
    }

    /// As after restoring a backup: the same revisions, and another history.
    @Test func aClusterThatDoesNotKnowTheUnitIsReadAnew() async throws {
        let place = try await EtcdPlace()
        try await writer(place).save(.note("1"))
        let store = writer(place)
        let slot = "units/\(slot)"
        try await store.save(.note("2"))
        let before = try #require(try await place.value(slot))
        try await store.save(.note("3"))
        #expect(try await read(place).all)
        try await place.put(slot, before)
        let now = [Sample.note("1"), .note("2"), .note("3")]
        #expect(try await read(place) == Reading(now, all: true))
        // The same stamp at another revision, as in a cluster to which everything was copied.
        try await place.put(slot, before)
        #expect(try await read(place) == Reading(now, all: true))
    }

    @Test func aSlotThatIsUsedAgainIsReadAnew() async throws {
        let place = try await EtcdPlace()
        let store = writer(place)
        try await store.save(.note("1"))
        #expect(try await read(place).all)
        try await store.save(.note("2"))
        #expect(try await read(place) == Reading([.note("1"), .note("2")], all: true))
        #expect(try await read(place) == Reading([.note("1"), .note("2")], all: false))
    }

    @Test func theCopyOfAnotherStoreIsNotBelieved() async throws {
        let (one, other) = (try await EtcdPlace(), try await EtcdPlace())
        try await writer(one).save(.note("1"))
        try await writer(other).save(.note("2"))
        #expect(try await read(one) == Reading([.note("1")], all: true))
        #expect(try await read(other) == Reading([.note("2")], all: true))
        #expect(try await read(other) == Reading([.note("2")], all: false))
        // As many keys, in the same cluster, and all of them older.
        #expect(try await read(one) == Reading([.note("1")], all: true))
        #expect(try await read(try await EtcdPlace()) == Reading([], all: true))
    }

    @Test func theCopyOfAnotherApplicationIsNotBelieved() async throws {
        let place = try await EtcdPlace()
        try await writer(place).save(.note("1"))
        #expect(try await read(place).all)
        #expect(try file.text().contains(#""format":"sample-etcd-copy","version":1,"#))
        let copies = EtcdCopyFile(path: file.path, format: "other-etcd-copy", files: POSIXFiles())
        #expect(copies.load() == nil)
    }

    @Test func afterManyChangesEverythingIsReadAnew() async throws {
        let place = try await EtcdPlace()
        try await writer(place).save(Sample.notes(1...1_001))
        #expect(try await read(place).all)
        try await writer(place).save(Sample.notes(1...1_001, "changed"))
        #expect(try await read(place) == Reading(Sample.notes(1...1_001, "changed"), all: true))
        #expect(try await read(place) == Reading(Sample.notes(1...1_001, "changed"), all: false))
    }

    @Test func aDamagedCopyCountsAsNone() async throws {
        let place = try await EtcdPlace()
        try await writer(place).save(.note("1"), .note("2"))
        #expect(try await read(place).all)
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
            #expect(try await read(place) == Reading([.note("1"), .note("2")], all: true))
            #expect(try await read(place) == Reading([.note("1"), .note("2")], all: false))
        }
    }

    @Test func aCopyThatSaysItIsNewerIsNotBelieved() async throws {
        let place = try await EtcdPlace()
        try await writer(place).save(.note("1"))
        #expect(try await read(place).all)
        try await writer(place).save(.note("1", "changed"))
        let text = try file.text()
        let revision = try #require(text.firstMatch(of: /"revision":/)).range.upperBound
        try file.write(text[..<revision] + "1" + text[revision...])
        try file.setMode(0o600)
        #expect(try await read(place) == Reading([.note("1", "changed")], all: true))
    }

    @Test func itIsForItsOwnerAlone() async throws {
        let place = try await EtcdPlace()
        try await writer(place).save(.note("1"))
        #expect(try await read(place).all)
        #expect(try file.mode & 0o7777 == 0o600)
        // One that others may read is not believed, and gives way to one that they may not.
        for mode in [0o644, 0o660, 0o604] {
            try file.setMode(mode)
            #expect(try await read(place) == Reading([.note("1")], all: true))
            #expect(try file.mode & 0o7777 == 0o600)
            #expect(try await read(place) == Reading([.note("1")], all: false))
        }
    }

    @Test func aLinkIsReplacedAndNotFollowed() async throws {
        let place = try await EtcdPlace()
        try await writer(place).save(.note("1"))
        #expect(try await read(place).all)
        let target = try TemporaryDirectory().file("elsewhere")
        try file.move(to: target.path)
        let before = try target.bytes()
        try file.makeLink(to: target.path)
        #expect(try await read(place) == Reading([.note("1")], all: true))
        #expect(file.linkTarget == nil)
        #expect(try file.mode & 0o7777 == 0o600)
        #expect(try target.bytes() == before)
        #expect(try await read(place) == Reading([.note("1")], all: false))
    }

    @Test func whereNothingCanBeKeptReadingGoesOn() async throws {
        let place = try await EtcdPlace()
        try await writer(place).save(.note("1"))
        let store = place.store(copyPath: "/dev/null/cluster.copy")
        for _ in 1...2 { #expect(try await store.all(.note) == [.note("1")]) }
    }

    @Test func itIsNoHelpWithoutTheCluster() async throws {
        let place = try await EtcdPlace()
        try await writer(place).save(.note("1"))
        #expect(try await read(place).all)
        let store = place.store(UnreliableNetwork { _, _ in .unreachable }, copyPath: file.path)
        await #expect { try await store.all(.note) } throws: { error in
            if case .unreachable? = error as? StorageError { true } else { false }
        }
    }

    @Test func aNewerFormatIsRefusedAllTheSame() async throws {
        let place = try await EtcdPlace()
        try await writer(place).save(.note("1"))
        #expect(try await read(place).all)
        try await place.put("format", #"{"format":"sample","version":2}"#)
        let refusal = StorageError.newerVersion(location: "\(place.address)", found: 2, known: 1)
        await #expect(throws: refusal) { try await place.store(copyPath: file.path).all(.note) }
    }

    @Test func observingBeginsWithIt() async throws {
        let place = try await EtcdPlace()
        try await writer(place).save(.note("1"))
        #expect(try await read(place).all)
        try await writer(place).save(.note("2"))
        let network = UnreliableNetwork()
        let seen = RecordObservation(place.store(network, copyPath: file.path), .note)
        #expect(try await seen.next() == [.note("1"), .note("2")])
        try await writer(place).delete(.note("1"))
        #expect(try await seen.next() == [.note("2")])
        #expect(!network.requests.contains { $0.isOfMoment })
    }
}

/// What was read, and whether it took reading everything.
private struct Reading: Equatable {
    let samples: [Sample]
    let all: Bool

    init(_ samples: [Sample], all: Bool) {
        (self.samples, self.all) = (samples, all)
    }
}
