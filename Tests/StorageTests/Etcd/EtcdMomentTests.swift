import Testing

@testable import Storage

/// What is read belongs to one revision of the cluster, whichever server answers.
@Suite("Moments of etcd", .needsEtcd, .timeLimit(.minutes(5)))
struct EtcdMomentTests {
    @Test func theClusterIsAskedForTheRevisionAndAnyServerForWhatItHeld() async throws {
        let place = try await EtcdPlace()
        try await place.store().save(.note("1"))
        let network = UnreliableNetwork()
        let store = place.store(network)
        #expect(try await store.all(.note) == [.note("1")])
        #expect(try await store.find("1") == [.note("1")])
        let requests = network.requests.filter { $0.method == .post }
        #expect(requests.count > 2)
        #expect(requests.contains { !$0.isOfMoment })
        #expect(requests.allSatisfy { $0.isLocal == $0.isOfMoment })
    }

    /// It was asked because another one failed, and has not heard of the latest changes.
    @Test func aServerThatIsBehindIsNotBelieved() async throws {
        let place = try await EtcdPlace()
        try await place.store().save(.note("1", "first"))
        let network = UnreliableNetwork { request, earlier in
            request.isOfMoment && !earlier.contains { $0.isOfMoment } ? .behind : .delivered
        }
        #expect(try await place.store(network).all(.note) == [.note("1", "first")])
        let another = UnreliableNetwork { request, earlier in
            request.isOfMoment && !earlier.contains { $0.isOfMoment } ? .behind : .delivered
        }
        try await place.store(another).add(word: "second", to: "1")
        #expect(try await place.store().find("1") == [.note("1", "first second")])
        #expect(another.requests.count { $0.isCommit } == 1)
    }

    @Test func onlyWhatHasChangedSinceAVersionIsAskedFor() async throws {
        let place = try await EtcdPlace()
        let store = place.store()
        let notes = Sample.notes(1...300)
        try await store.save(notes)
        try await store.save(.tag("1"))
        let version = try await store.news(of: [.note, .tag], since: nil).version
        try await place.store().save(.note(sampleID(7), "new"))

        let news = try await store.news(of: [.note, .tag], since: version)
        #expect(!news.isComplete)
        #expect(news.changes.keys.map(\.plural) == ["notes"])
        #expect(news.changes[.note]?.saved.samples(of: .note) == [.note(sampleID(7), "new")])
        #expect(news.changes[.note]?.deleted == [])
        let nothing = try await store.news(of: [.note, .tag], since: news.version)
        #expect(!nothing.isComplete && nothing.changes.isEmpty)

        // A deletion leaves nothing that could be asked for, even if as many are there as before.
        try await place.store().delete(.note(sampleID(1)))
        try await place.store().save(.note("another"))
        let all = try await store.news(of: [.note, .tag], since: nothing.version)
        #expect(all.isComplete)
        #expect(all.changes[.note]?.saved.rows.count == 300)
        #expect(all.changes[.tag]?.saved.rows.count == 1)
        // The version of some kinds says nothing of others, and that of another store nothing at all.
        let tags = try await store.news(of: [.tag], since: all.version)
        #expect(!tags.isComplete)
        #expect(try await store.news(of: [.note], since: tags.version).isComplete)
        let other = place.store()
        #expect(try await other.news(of: [.tag], since: tags.version).isComplete)
        let isComplete = try await other.perform { reader throws(StorageError) in
            let news = try await reader.news(of: [.tag], since: tags.version)
            return ([], news.isComplete)
        }
        #expect(isComplete)
    }

    @Test func whereMuchHasChangedEverythingIsReadAnew() async throws {
        let place = try await EtcdPlace()
        let store = place.store()
        try await store.save(.note("1"))
        let version = try await store.news(of: [.note], since: nil).version
        try await store.save(Sample.notes(1...1001))
        let news = try await store.news(of: [.note], since: version)
        #expect(news.isComplete)
        #expect(news.changes[.note]?.saved.rows.count == 1002)
    }
}
