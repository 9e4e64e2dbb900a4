import StorageTestSupport
import Testing

@testable import Storage

extension RecordStoreContractTests {
    @Test(arguments: StorageEngine.tested, awkwardTexts)
    func keepsTextsByteForByte(engine: StorageEngine, text: String) async throws {
        let fixture = try await engine.makeFixture()
        let store = fixture.open()
        let note = Sample.note("a", text)
        try await store.save(note, .note("b"))
        for store in engine.store.isShared ? [store, fixture.open()] : [store] {
            #expect(try await store.find("a") == [note])
            #expect(try await store.all(.note) == [note, .note("b")])
        }
        try await store.delete(note)
        #expect(try await store.all(.note) == [.note("b")])
    }

    /// A record may be any JSON object, and is never rewritten.
    @Test(
        arguments: StorageEngine.tested,
        [
            #"{"id":"a"}"#, #"{"id":"a","text":"\u0061\/\ud83d\udcda"}"#, #"{"id":"a","n":1.50e+01,"n":-0}"#,
            #"{"id":"a","deleted":["a"],"crc32c":"00000000","sequence":1,"version":9,"checksum":"x"}"#,
            #"{"id":"a","x":{"y":[[],{},[null,true,false]]},"text":"}{][\",\\"}"#, #"{ "id" : "a" , "x" : [ 1 , 2 ] }"#,
        ])
    func keepsJSONByteForByte(engine: StorageEngine, json: String) async throws {
        let fixture = try await engine.makeFixture()
        let store = fixture.open()
        let record = Sample(kind: .note, id: "a", json: Array(json.utf8))
        try await store.save(record)
        for store in engine.store.isShared ? [store, fixture.open()] : [store] {
            #expect(try await store.all(.note) == [record])
            #expect(try await store.find("a") == [record])
        }
    }

    /// A record is a JSON object in one line. Another text is refused, or kept as it is and harms no other record.
    @Test(arguments: StorageEngine.tested, ["{\"id\":\"a\",\n\"text\":\"x\"}", "{\"id\":\"a\"}\r\n"])
    func aRecordWithLineBreaksHarmsNoOther(engine: StorageEngine, json: String) async throws {
        let fixture = try await engine.makeFixture()
        let store = fixture.open()
        try await store.save(.note("b"))
        let record = Sample(kind: .note, id: "a", json: Array(json.utf8))
        var expected = [Sample.note("b")]
        do throws(StorageError) {
            try await store.save(record)
            expected = [record, .note("b")]
        } catch {
            guard case .failed = error else { throw error }
        }
        for store in engine.store.isShared ? [store, fixture.open()] : [store] {
            #expect(try await store.all(.note) == expected)
        }
    }

    @Test(arguments: StorageEngine.tested)
    func acceptsIdentifiersOfOneToSixteenCharacters(engine: StorageEngine) async throws {
        let fixture = try await engine.makeFixture()
        let store = fixture.open()
        let ids = (1...16).map { String("Zz-_0123456789aA".prefix($0)) } + ["-", "_", "0000000000000000"]
        let notes = ids.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { Sample.note($0, "is \($0)") }
        try await store.change(notes.map { $0.saving() })
        try await store.save(.link("zzzzzzzzzzzzzzzz", to: ids[15]))
        for store in engine.store.isShared ? [store, fixture.open()] : [store] {
            #expect(try await store.all(.note) == notes)
            for note in notes { #expect(try await store.find(note.id) == [note]) }
            #expect(try await store.links(to: ids[15]).count == 1)
            #expect(try await store.links(to: ids[14]).isEmpty)
        }
    }

    @Test(arguments: StorageEngine.tested)
    func keepsManyRecords(engine: StorageEngine) async throws {
        let fixture = try await engine.makeFixture()
        let store = fixture.open()
        let notes = (10_000..<15_000).map { Sample.note("n\($0)", "This is note \($0).") }
        try await store.save(notes)
        for store in engine.store.isShared ? [store, fixture.open()] : [store] {
            var replica = Replica()
            replica.apply(try await store.news(of: [.note], since: nil), of: [.note], at: #_sourceLocation)
            #expect(replica.samples == notes)
            #expect(try await store.find("n10000", "n12345", "n15000") == [notes[0], notes[2345]])
        }
        try await store.change(notes[1..<5].map(\.deleting) + [Sample.note("n10000", "changed").saving()])
        #expect(try await store.all(.note) == [.note("n10000", "changed")] + notes[5...])
    }

    /// A unit of work that is too large for a store is refused as a whole.
    @Test(arguments: StorageEngine.tested)
    func keepsLargeRecords(engine: StorageEngine) async throws {
        let fixture = try await engine.makeFixture()
        let store = fixture.open()
        let notes = (10..<30).map { Sample.note("n\($0)", String(repeating: "\($0) \u{1F4DA} ", count: 3000)) }
        do throws(StorageError) {
            try await store.change(notes.prefix(store.batchSize).map { $0.saving() })
        } catch {
            guard case .tooLarge = error else { throw error }
            #expect(try await store.all(.note).isEmpty)
        }
        for note in notes { try await store.save(note) }
        for store in engine.store.isShared ? [store, fixture.open()] : [store] {
            #expect(try await store.all(.note) == notes)
        }
    }
}

extension RecordStore {
    /// Saves records in as many units of work as it takes.
    func save(_ samples: [Sample]) async throws(StorageError) {
        var rest = samples[...]
        while !rest.isEmpty {
            try await change(rest.prefix(batchSize).map { $0.saving() })
            rest = rest.dropFirst(batchSize)
        }
    }
}
