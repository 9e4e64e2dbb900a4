import StorageTestSupport
import Testing

@testable import Storage

extension RecordStoreContractTests {
    @Test(arguments: StorageEngine.tested)
    func aNewStoreIsEmpty(engine: StorageEngine) async throws {
        let store = try await engine.makeStore()
        let news = try await store.news(of: RecordKind.samples, since: nil)
        #expect(news.isComplete)
        #expect(news.changes.isEmpty)
        #expect(try await store.find("a").isEmpty)
        #expect(try await store.links(to: "a").isEmpty)
    }

    @Test(arguments: StorageEngine.tested)
    func readsInTheOrderOfIdentifiers(engine: StorageEngine) async throws {
        let fixture = try await engine.makeFixture()
        let store = fixture.open()
        // Sorting by length, ignoring case or by time of saving would give another order.
        let ordered = ["-", "0", "00", "1", "9-z", "A", "Z", "Zz", "_", "a", "a-", "a0", "aA", "b"]
        let seed = SeededGenerator.seed
        var random = SeededGenerator(seed: seed)
        for id in ordered.shuffled(using: &random) { try await store.save(.note(id)) }
        #expect(try await store.all(.note).map(\.id) == ordered, "BOOKSHELF_SEED=\(seed)")
        let ids = ordered.shuffled(using: &random).map { recordID($0) }
        let found = try await store.records(ids, of: .note).samples(of: .note)
        #expect(found.map(\.id) == ordered, "BOOKSHELF_SEED=\(seed)")
        for id in ["c", "B", "1"] { try await store.save(.link(id, to: "b")) }
        #expect(try await store.links(to: "b").map(\.id) == ["1", "B", "c"])
    }

    @Test(arguments: StorageEngine.tested)
    func findsExistingRecords(engine: StorageEngine) async throws {
        let store = try await engine.makeStore()
        try await store.save(.note("a", "one"), .note("b", "two"), .tag("c"))
        #expect(try await store.find("b") == [.note("b", "two")])
        #expect(try await store.find("z", "b", "a", "b") == [.note("a", "one"), .note("b", "two")])
        #expect(try await store.find().isEmpty)
        // An identifier names a record of one kind.
        #expect(try await store.find("c").isEmpty)
        #expect(try await store.find("b", of: .tag).isEmpty)
    }

    @Test(arguments: StorageEngine.tested)
    func kindsAreSeparate(engine: StorageEngine) async throws {
        let store = try await engine.makeStore()
        let short = RecordKind(singular: "no", plural: "nos")
        let long = RecordKind(singular: "note-s", plural: "note-ss")
        let samples = [RecordKind.note, .tag, short, long].map { kind in
            Sample(kind: kind, id: "same", json: Array(#"{"id":"same","kind":"\#(kind.singular)"}"#.utf8))
        }
        try await store.change(samples.map { $0.saving() })
        for sample in samples { #expect(try await store.all(sample.kind) == [sample]) }
        try await store.delete(samples[0])
        #expect(try await store.all(.note).isEmpty)
        #expect(try await store.all(.tag, short, long) == Array(samples[1...]))
    }

    @Test(arguments: StorageEngine.tested)
    func newsHaveNoOtherKinds(engine: StorageEngine) async throws {
        let store = try await engine.makeStore()
        try await store.save(.note("a"), .tag("b"))
        let news = try await store.news(of: [.tag, .link], since: nil)
        #expect(Array(news.changes.keys) == [.tag])
    }

    /// Whether a store returns all records or only changes, the result is the same, from the last version and from
    /// older ones.
    @Test(arguments: StorageEngine.tested)
    func newsSinceAVersionLeadToTheCurrentRecords(engine: StorageEngine) async throws {
        let store = try await engine.makeStore()
        let kinds = [RecordKind.note, .tag]
        let steps: [[RecordChange]] = [
            [Sample.note("a", "one").saving(), Sample.note("b").saving()],
            [Sample.tag("a").saving()],
            [Sample.note("a", "two").saving(), Sample.note("b").deleting],
            [Sample.link("c", to: "a").saving()],
            [Sample.tag("a").deleting, Sample.note("b", "again").saving()],
            [Sample.note("b", "again").deleting],
            [Sample.note("b", "once more").saving()],
        ]
        let states: [[Sample]] = [
            [.note("a", "one"), .note("b")],
            [.note("a", "one"), .note("b"), .tag("a")],
            [.note("a", "two"), .tag("a")],
            [.note("a", "two"), .tag("a")],
            [.note("a", "two"), .note("b", "again")],
            [.note("a", "two")],
            [.note("a", "two"), .note("b", "once more")],
        ]
        var replicas = [Replica()]
        try replicas[0].apply(await store.news(of: kinds, since: nil), of: kinds, at: #_sourceLocation)
        for (step, state) in zip(steps, states) {
            try await store.change(step)
            for start in replicas {
                var replica = start
                let news = try await store.news(of: kinds, since: start.version)
                replica.apply(news, of: kinds, at: #_sourceLocation)
                #expect(replica.samples == state)
                replicas.append(replica)
            }
        }
    }

    @Test(arguments: StorageEngine.tested)
    func newsSinceAVersionAreOnlyChangesAsStated(engine: StorageEngine) async throws {
        let store = try await engine.makeStore()
        try await store.save(.note("a"), .note("b"))
        let version = try await store.news(of: [.note], since: nil).version
        try await store.save(.note("b", "changed"))
        let news = try await store.news(of: [.note], since: version)
        #expect(news.isComplete == !engine.store.knowsChanges)
        let changed = [Sample.note("b", "changed")]
        #expect(news.changes[.note]?.saved.samples(of: .note) == (news.isComplete ? [.note("a")] : []) + changed)
    }

    @Test(arguments: StorageEngine.tested)
    func aVersionIsOfTheWholeStore(engine: StorageEngine) async throws {
        let store = try await engine.makeStore()
        try await store.save(.note("a"), .tag("a"), .tag("b"))
        let before = try await store.news(of: [.note], since: nil)
        try await store.delete(.tag("a"))
        let after = try await store.news(of: [.note], since: nil)
        #expect(after.version != before.version)
        // The version came with notes only, and is valid for tags as well.
        let tags = try await store.news(of: [.tag], since: before.version)
        let changes = try #require(tags.changes[.tag])
        if tags.isComplete {
            #expect(changes.saved.samples(of: .tag) == [.tag("b")])
        } else {
            #expect(changes.saved.rows.isEmpty)
            #expect(changes.deleted == [recordID("a")])
        }
    }

    @Test(arguments: StorageEngine.tested)
    func theVersionOfAnotherStoreIsIgnored(engine: StorageEngine) async throws {
        let (store, other) = (try await engine.makeStore(), try await engine.makeStore())
        for store in [store, other] {
            for number in 1...3 { try await store.save(.note("n\(number)")) }
        }
        try await other.delete(.note("n1"))
        let news = try await store.news(of: [.note], since: other.news(of: [.note], since: nil).version)
        #expect(news.isComplete)
        #expect(news.changes[.note]?.saved.samples(of: .note).map(\.id) == ["n1", "n2", "n3"])
    }

    /// The line of a file, or a name that tells a person which record it is.
    @Test(arguments: StorageEngine.tested)
    func aRecordHasALocation(engine: StorageEngine) async throws {
        let store = try await engine.makeStore()
        try await store.save(.note("note-7"))
        let batch = try await store.records([recordID("note-7")], of: .note)
        let location = batch.location(of: try #require(batch.rows.first))
        #expect(location.line.map { $0 > 0 } ?? location.name.contains("note-7"))
    }

    @Test(arguments: StorageEngine.tested)
    func candidatesIncludeEveryRecordWithTheKey(engine: StorageEngine) async throws {
        let fixture = try await engine.makeFixture()
        let store = fixture.open()
        try await store.save(.note("n1"), .note("n2"))
        for id in ["g", "c", "e"] { try await store.save(.link(id, to: id == "e" ? "n2" : "n1")) }
        #expect(try await store.links(to: "n1").map(\.id) == ["c", "g"])

        // A former key of a record no longer finds it.
        try await store.change([Sample.link("c", to: "n2").saving(replacing: .link("c", to: "n1"))])
        #expect(try await store.links(to: "n1").map(\.id) == ["g"])
        #expect(try await store.links(to: "n2").map(\.id) == ["c", "e"])
        try await store.delete(.link("g", to: "n1"))
        #expect(try await store.links(to: "n1").isEmpty)
        // A deleted record can be saved again.
        try await store.save(.link("g", to: "n2"))
        #expect(try await store.links(to: "n2").map(\.id) == ["c", "e", "g"])
        // Candidates are current records.
        let candidates = try await store.candidates(for: .links(to: "n1"), of: .link).samples(of: .link)
        #expect(Set(candidates).isSubset(of: try await store.all(.link)))
        // A key belongs to one kind.
        #expect(try await store.candidates(for: .links(to: "n2"), of: .tag).rows.isEmpty)
    }
}
