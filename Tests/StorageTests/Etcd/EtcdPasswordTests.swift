import FileTestSupport
import StorageTestSupport
import TestTraits
import Testing

@testable import Storage

/// A cluster with users and passwords.
@Suite("Passwords of etcd", .needsEtcd, .fewAtATime, .endsIfItHangs)
struct EtcdPasswordTests {
    private let root = EtcdCredentials(user: "root", password: "secret")
    private let ana = EtcdCredentials(user: "ana", password: "anas-word")

    @Test func theRightPasswordIsSentOnce() async throws {
        let fixture = try await secureFixture()
        let network = UnreliableNetwork()
        let store = fixture.store(network, as: root)
        try await store.save(.note("1"))
        #expect(try await store.all(.note) == [.note("1")])
        #expect(try await fixture.store(as: root).all(.note) == [.note("1")])
        #expect(network.requests.filter { $0.contains(root.password) }.map(\.isSignIn) == [true])
    }

    @Test func aWrongOrMissingPasswordIsRefused() async throws {
        let fixture = try await secureFixture()
        let refusals: [(EtcdCredentials?, reason: String)] = [
            (EtcdCredentials(user: "root", password: "guessed"), wrong),
            (EtcdCredentials(user: "root", password: ""), wrong),
            (EtcdCredentials(user: "stranger", password: "guessed"), wrong),
            (nil, "etcdserver: user name is empty"),
        ]
        for (user, reason) in refusals {
            try await expectRefusal(reason, of: fixture.address, by: fixture.store(as: user))
        }
        #expect(try await fixture.store(as: root).all(.note).isEmpty)
    }

    @Test func aUserWithAccessToThePrefixCanDoEverythingThere() async throws {
        let fixture = try await secureFixture()
        try await fixture.cluster.addUser(ana.user, password: ana.password, prefix: fixture.full(""))
        let copy = try TemporaryDirectory().file("cluster.copy")
        let store = fixture.store(as: ana, copyPath: copy.path)
        let seen = RecordObservation(store, .note, .link)
        #expect(try await seen.next() == [])
        try await store.perform { reader throws(StorageError) in
            let links = try await reader.links(to: "1")
            return (links.isEmpty ? [Sample.note("1").saving(), Sample.link("1", to: "1").saving()] : [], ())
        }
        #expect(try await seen.next() == [.link("1", to: "1"), .note("1")])
        for _ in 1...2 { #expect(try await store.all(.link, .note) == [.link("1", to: "1"), .note("1")]) }
        #expect(copy.exists)
        try await fixture.store(as: root).delete(.link("1", to: "1"))
        #expect(try await seen.next() == [.note("1")])
        try await store.delete(.note("1"))
        #expect(try await store.all(.note).isEmpty)
    }

    @Test func aUserWithAccessToAnotherPrefixIsRefused() async throws {
        let fixture = try await secureFixture()
        try await fixture.cluster.addUser(ana.user, password: ana.password, prefix: fixture.full(""))
        let beside = try #require(EtcdAddress("\(fixture.address)2"))
        try await expectRefusal("etcdserver: permission denied", of: beside, by: fixture.store(as: ana, at: beside))
        #expect(try await fixture.store(as: root, at: beside).all(.note).isEmpty)
    }

    @Test func anExpiredTokenIsRenewed() async throws {
        let fixture = try await secureFixture()
        try await fixture.cluster.addUser(ana.user, password: ana.password, prefix: fixture.full(""))
        let network = UnreliableNetwork()
        let store = fixture.store(network, as: ana)
        try await store.save(.note("1"))
        try await fixture.cluster.setPassword(of: ana.user, to: ana.password)
        try await store.save(.note("2"))
        #expect(try await fixture.store(as: root).all(.note) == [.note("1"), .note("2")])
        #expect(network.requests.filter { $0.contains(ana.password) }.map(\.isSignIn) == [true, true])

        try await fixture.cluster.setPassword(of: ana.user, to: "another")
        try await expectRefusal(wrong, of: fixture.address, by: store)
        #expect(try await fixture.store(as: root).all(.note) == [.note("1"), .note("2")])
    }

    private let wrong = "the server does not accept the user and password"

    private func secureFixture() async throws -> EtcdFixture {
        let fixture = try await EtcdFixture(inOwnCluster: true)
        try await fixture.cluster.secure()
        return fixture
    }

    /// Reading, writing and observing fail. The error says why, and contains no password.
    private func expectRefusal(
        _ reason: String, of address: EtcdAddress, by store: EtcdRecordStore,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let errors = [
            await #expect(throws: StorageError.self, sourceLocation: sourceLocation) { try await store.all(.note) },
            await #expect(throws: StorageError.self, sourceLocation: sourceLocation) {
                try await store.save(.note("9"))
            },
            try await RecordObservation(store, .note).failure(),
        ]
        for error in errors {
            #expect(
                error == .failed(operation: "use", location: "\(address)", reason: reason),
                sourceLocation: sourceLocation)
            for password in [root.password, ana.password, "guessed", "another"] {
                #expect(!String(reflecting: error).contains(password), sourceLocation: sourceLocation)
            }
        }
    }
}

extension HTTPRequest {
    fileprivate func contains(_ text: String) -> Bool { String(decoding: body, as: UTF8.self).contains(text) }
}
