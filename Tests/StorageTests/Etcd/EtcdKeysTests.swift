import FileTestSupport
import FoundationEssentials
import Testing

@testable import Storage

/// The keys in a cluster, and what the store makes of those that it did not write.
@Suite("Keys of etcd", .needsEtcd, .timeLimit(.minutes(5)))
struct EtcdKeysTests {
    /// Other versions of the program may use the same cluster.
    @Test func writesTheKeysOfItsDescription() async throws {
        let place = try await EtcdPlace()
        let store = place.store()
        try await store.save(.note("1", "first"), .link("2", to: "1"))
        #expect(try await place.keys() == ["format", "links/2", "lookup/to/1/2", "notes/1", "units/0"])
        #expect(try await place.value("format") == #"{"format":"sample","version":1}"#)
        #expect(try await place.value("notes/1") == #"{"id":"1","text":"first"}"#)
        #expect(try await place.value("lookup/to/1/2") == nil)
        let stamps = try #require(try await place.value("units/0"))
        #expect(try JSONDecoder().decode([String].self, from: Data(stamps.utf8)).count == 1)

        let moved = Sample.link("2", to: "3").saving(replacing: .link("2", to: "1"))
        try await store.change([moved, Sample.note("1").deleting])
        #expect(try await place.keys() == ["format", "links/2", "lookup/to/3/2", "marks/notes", "units/0"])
        try await store.delete(.link("2", to: "3"))
        #expect(try await place.keys() == ["format", "marks/links", "marks/notes", "units/0"])
    }

    @Test func aNewerFormatIsRefusedByName() async throws {
        let place = try await EtcdPlace()
        try await place.put("format", #"{"format":"sample","version":2}"#)
        try await place.put("notes/1", "something that this version can't read")
        let refusal = StorageError.newerVersion(location: "\(place.address)", found: 2, known: 1)
        await #expect(throws: refusal) { try await place.store().all(.note) }
        await #expect(throws: refusal) { try await place.store().save(.note("1")) }
        let failure = try await RecordObservation(place.store(), .note).failure()
        #expect(failure == refusal)
        #expect(try await place.keys() == ["format", "notes/1"])
    }

    @Test(arguments: ["", "x", "{}", #"{"format":"other","version":1}"#, #"{"format":"sample","version":0}"#])
    func whatIsSomethingElseIsRefused(format: String) async throws {
        let place = try await EtcdPlace()
        try await place.put("format", format)
        let refusal = StorageError.notAStore(
            location: "\(place.address)", reason: "“\(place.full("format"))” is something else")
        await #expect(throws: refusal) { try await place.store().all(.note) }
        await #expect(throws: refusal) { try await place.store().save(.note("1")) }
    }

    @Test(arguments: ["notes/", "notes/much-longer-than-sixteen", "notes/a/b", "notes/é"])
    func aKeyThatNamesNoRecordIsDamage(key: String) async throws {
        let place = try await EtcdPlace()
        try await place.store().save(.tag("1"))
        try await place.put(key, "{}")
        let damage = StorageError.damaged(
            location: "“\(place.full(key))” in \(place.address)", line: nil, reason: "it names no note")
        await #expect(throws: damage) { try await place.store().all(.tag, .note) }
        // Kinds that nobody asks for are not looked at.
        #expect(try await place.store().all(.tag) == [.tag("1")])
    }

    @Test func aKeyThatIsNoTextIsDamage() async throws {
        let place = try await EtcdPlace()
        try await place.put(Array(place.full("notes/").utf8) + [0xFF], "{}")
        let damage = StorageError.damaged(
            location: "“\(place.full("notes/\u{FFFD}"))” in \(place.address)", line: nil, reason: "it names no note")
        await #expect(throws: damage) { try await place.store().all(.note) }
    }

    @Test func aRecordIsLocatedByItsKey() async throws {
        let place = try await EtcdPlace()
        try await place.put("notes/1", "nonsense")
        let batch = try await place.store().records([recordID("1")], of: .note)
        #expect(batch.samples(of: .note).map(\.json) == [Array("nonsense".utf8)])
        #expect(batch.rows.map(batch.location) == [RecordLocation("“\(place.full("notes/1"))” in \(place.address)")])
    }

    @Test func lookupsOfOtherProgramsAreIgnored() async throws {
        let place = try await EtcdPlace()
        try await place.store().save(.link("1", to: "7"))
        try await place.put("lookup/to/7/much-longer-than-sixteen", "")
        try await place.put("lookup/to/7/2", "")
        try await place.put("lookup/to/77/1", "")
        #expect(try await place.store().links(to: "7") == [.link("1", to: "7")])
    }

    @Test func oneStoreMayLieBelowAnother() async throws {
        let place = try await EtcdPlace()
        try await place.store().save(.note("1"))
        for below in ["notes", "tags", "c", "format"] {
            let address = try #require(EtcdAddress("\(place.address)/\(below)"))
            try await place.store(at: address).save(.note("2"))
        }
        #expect(try await place.store().all(.note, .tag) == [.note("1")])
    }

    @Test func kindsAreFoundWhateverTheirNames() async throws {
        let place = try await EtcdPlace()
        let kinds = ["a", "formats", "g", "lookups", "mark", "n", "unit", "zzz"].map {
            RecordKind(singular: $0, plural: $0)
        }
        let samples = kinds.map { Sample(kind: $0, id: "1", json: Array("{}".utf8)) }
        try await place.store().save(samples)
        let file = try TemporaryDirectory().file("cluster.copy")
        for _ in 1...2 {
            let news = try await place.store(copyPath: file.path).news(of: kinds, since: nil)
            #expect(Set(news.changes.keys) == Set(kinds))
        }
        #expect(file.exists)
    }
}
