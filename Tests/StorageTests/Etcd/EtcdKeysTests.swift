import FileTestSupport
import FoundationEssentials
import TestTraits
import Testing

@testable import Storage

/// The keys in a cluster, and how the store treats keys that it didn't write.
@Suite("Keys of etcd", .needsEtcd, .fewAtATime, .endsIfItHangs)
struct EtcdKeysTests {
    /// Other versions of the program may use the same cluster.
    @Test func writesTheKeysThatTheLayoutDescribes() async throws {
        let fixture = try await EtcdFixture()
        let store = fixture.store()
        try await store.save(.note("1", "first"), .link("2", to: "1"))
        #expect(try await fixture.keys() == ["format", "links/2", "lookup/to/1/2", "notes/1", "units/0"])
        #expect(try await fixture.value("format") == #"{"format":"sample","version":1}"#)
        #expect(try await fixture.value("notes/1") == #"{"id":"1","text":"first"}"#)
        #expect(try await fixture.value("lookup/to/1/2") == nil)
        let stamps = try #require(try await fixture.value("units/0"))
        #expect(try JSONDecoder().decode([String].self, from: Data(stamps.utf8)).count == 1)

        let moved = Sample.link("2", to: "3").saving(replacing: .link("2", to: "1"))
        try await store.change([moved, Sample.note("1").deleting])
        #expect(try await fixture.keys() == ["format", "links/2", "lookup/to/3/2", "marks/notes", "units/0"])
        try await store.delete(.link("2", to: "3"))
        #expect(try await fixture.keys() == ["format", "marks/links", "marks/notes", "units/0"])
    }

    @Test func aNewerFormatIsRefused() async throws {
        let fixture = try await EtcdFixture()
        try await fixture.put("format", #"{"format":"sample","version":2,"needs":"0.2.0"}"#)
        try await fixture.put("notes/1", "something that this version can't read")
        let refusal = StorageError.newerVersion(
            location: "\(fixture.address)", found: 2, known: 1, needs: "0.2.0")
        await #expect(throws: refusal) { try await fixture.store().all(.note) }
        await #expect(throws: refusal) { try await fixture.store().save(.note("1")) }
        let failure = try await RecordObservation(fixture.store(), .note).failure()
        #expect(failure == refusal)
        #expect(try await fixture.keys() == ["format", "notes/1"])
    }

    @Test(arguments: ["", "x", "{}", #"{"format":"other","version":1}"#, #"{"format":"sample","version":0}"#])
    func anotherFormatIsRefused(format: String) async throws {
        let fixture = try await EtcdFixture()
        try await fixture.put("format", format)
        let refusal = StorageError.notAStore(
            location: "\(fixture.address)",
            reason: "the value of “\(fixture.full("format"))” is not the format of sample")
        await #expect(throws: refusal) { try await fixture.store().all(.note) }
        await #expect(throws: refusal) { try await fixture.store().save(.note("1")) }
    }

    @Test(arguments: ["notes/", "notes/much-longer-than-sixteen", "notes/a/b", "notes/é"])
    func aKeyWithoutAValidIdentifierIsDamage(key: String) async throws {
        let fixture = try await EtcdFixture()
        try await fixture.store().save(.tag("1"))
        try await fixture.put(key, "{}")
        let damage = StorageError.damaged(
            location: "“\(fixture.full(key))” in \(fixture.address)", line: nil,
            reason: "it doesn't end in a valid identifier")
        await #expect(throws: damage) { try await fixture.store().all(.tag, .note) }
        // Other kinds are not examined.
        #expect(try await fixture.store().all(.tag) == [.tag("1")])
    }

    @Test func aKeyThatIsNotTextIsDamage() async throws {
        let fixture = try await EtcdFixture()
        try await fixture.put(Array(fixture.full("notes/").utf8) + [0xFF], "{}")
        let damage = StorageError.damaged(
            location: "“\(fixture.full("notes/\u{FFFD}"))” in \(fixture.address)", line: nil,
            reason: "it doesn't end in a valid identifier")
        await #expect(throws: damage) { try await fixture.store().all(.note) }
    }

    @Test func otherKindsAreFoundBesideKeysThatAreNotText() async throws {
        let fixture = try await EtcdFixture()
        try await fixture.store().save(.note("1"), .tag("1"))
        for name in ["a", "o", "z"] {
            try await fixture.put(Array(fixture.full(name).utf8) + [0xFF, 0x2F, 0x78], "{}")
        }
        #expect(try await fixture.store().kinds(besides: []).map(\.plural) == ["notes", "tags"])
    }

    @Test func aRecordIsLocatedByItsKey() async throws {
        let fixture = try await EtcdFixture()
        try await fixture.put("notes/1", "nonsense")
        let batch = try await fixture.store().records([recordID("1")], of: .note)
        #expect(batch.samples(of: .note).map(\.json) == [Array("nonsense".utf8)])
        #expect(
            batch.rows.map(batch.location) == [RecordLocation("“\(fixture.full("notes/1"))” in \(fixture.address)")])
    }

    @Test func lookupsOfOtherProgramsAreIgnored() async throws {
        let fixture = try await EtcdFixture()
        try await fixture.store().save(.link("1", to: "7"))
        try await fixture.put("lookup/to/7/much-longer-than-sixteen", "")
        try await fixture.put("lookup/to/7/2", "")
        try await fixture.put("lookup/to/77/1", "")
        #expect(try await fixture.store().links(to: "7") == [.link("1", to: "7")])
    }

    @Test func storesMayHaveNestedPrefixes() async throws {
        let fixture = try await EtcdFixture()
        try await fixture.store().save(.note("1"))
        for below in ["notes", "tags", "c", "format"] {
            let address = try #require(EtcdAddress("\(fixture.address)/\(below)"))
            try await fixture.store(at: address).save(.note("2"))
        }
        #expect(try await fixture.store().all(.note, .tag) == [.note("1")])
    }

    @Test func kindsMayHaveAnyName() async throws {
        let fixture = try await EtcdFixture()
        let kinds = ["a", "formats", "g", "lookups", "mark", "n", "unit", "zzz"].map {
            RecordKind(singular: $0, plural: $0)
        }
        let samples = kinds.map { Sample(kind: $0, id: "1", json: Array("{}".utf8)) }
        try await fixture.store().save(samples)
        let file = try TemporaryDirectory().file("cluster.copy")
        for _ in 1...2 {
            let news = try await fixture.store(copyPath: file.path).news(of: kinds, since: nil)
            #expect(Set(news.changes.keys) == Set(kinds))
        }
        #expect(file.exists)
    }
}
