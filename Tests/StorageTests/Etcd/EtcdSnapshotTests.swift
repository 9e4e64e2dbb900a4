import TestTraits
import Testing

@testable import Storage

/// All reads are of one revision of the cluster, whichever server answers.
@Suite("Snapshots of etcd", .needsEtcd, .fewAtATime, .endsIfItHangs)
struct EtcdSnapshotTests {
    @Test func onlyTheFirstRequestNeedsTheWholeCluster() async throws {
        let fixture = try await EtcdFixture()
        try await fixture.store().save(.note("1"))
        let network = UnreliableNetwork()
        let store = fixture.store(network)
        #expect(try await store.all(.note) == [.note("1")])
        #expect(try await store.find("1") == [.note("1")])
        let requests = network.requests.filter { $0.method == .post }
        #expect(requests.count > 2)
        #expect(requests.contains { !$0.isOfRevision })
        #expect(requests.allSatisfy { $0.isLocal == $0.isOfRevision })
    }

    /// It may be asked because another one failed, and lack the latest changes.
    @Test func anotherServerIsAskedIfOneIsBehind() async throws {
        let fixture = try await EtcdFixture()
        try await fixture.store().save(.note("1", "first"))
        let network = UnreliableNetwork { request, earlier in
            request.isOfRevision && !earlier.contains { $0.isOfRevision } ? .behind : .delivered
        }
        #expect(try await fixture.store(network).all(.note) == [.note("1", "first")])
        let another = UnreliableNetwork { request, earlier in
            request.isOfRevision && !earlier.contains { $0.isOfRevision } ? .behind : .delivered
        }
        try await fixture.store(another).append("second", to: "1")
        #expect(try await fixture.store().find("1") == [.note("1", "first second")])
        #expect(another.requests.count { $0.isCommit } == 1)
    }

    @Test func onlyChangesSinceAVersionAreRead() async throws {
        let fixture = try await EtcdFixture()
        let store = fixture.store()
        let notes = Sample.notes(1...300)
        try await store.save(notes)
        try await store.save(.tag("1"))
        let version = try await store.news(of: [.note, .tag], since: nil).version
        try await fixture.store().save(.note(sampleID(7), "new"))

        let news = try await store.news(of: [.note, .tag], since: version)
        #expect(!news.isComplete)
        #expect(news.changes.keys.map(\.plural) == ["notes"])
        #expect(news.changes[.note]?.saved.samples(of: .note) == [.note(sampleID(7), "new")])
        #expect(news.changes[.note]?.deleted == [])
        let nothing = try await store.news(of: [.note, .tag], since: news.version)
        #expect(!nothing.isComplete && nothing.changes.isEmpty)

        // A deletion leaves no key to ask for, even if the count is the same as before.
        try await fixture.store().delete(.note(sampleID(1)))
        try await fixture.store().save(.note("another"))
        let all = try await store.news(of: [.note, .tag], since: nothing.version)
        #expect(all.isComplete)
        #expect(all.changes[.note]?.saved.rows.count == 300)
        #expect(all.changes[.tag]?.saved.rows.count == 1)
        // A version is of no use for other kinds, nor is that of another store.
        let tags = try await store.news(of: [.tag], since: all.version)
        #expect(!tags.isComplete)
        #expect(try await store.news(of: [.note], since: tags.version).isComplete)
        let other = fixture.store()
        #expect(try await other.news(of: [.tag], since: tags.version).isComplete)
        let isComplete = try await other.perform { reader throws(StorageError) in
            let news = try await reader.news(of: [.tag], since: tags.version)
            return ([], news.isComplete)
        }
        #expect(isComplete)
    }

    @Test func afterManyChangesEverythingIsRead() async throws {
        let fixture = try await EtcdFixture()
        let store = fixture.store()
        try await store.save(.note("1"))
        let version = try await store.news(of: [.note], since: nil).version
        try await store.save(Sample.notes(1...1001))
        let news = try await store.news(of: [.note], since: version)
        #expect(news.isComplete)
        #expect(news.changes[.note]?.saved.rows.count == 1002)
    }
}
