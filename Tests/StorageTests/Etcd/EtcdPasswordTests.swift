import FileTestSupport
import StorageTestSupport
import Testing

@testable import Storage

/// A cluster with users and passwords.
@Suite("Passwords of etcd", .needsEtcd, .timeLimit(.minutes(5)))
struct EtcdPasswordTests {
    private let root = EtcdCredentials(user: "root", password: "secret")
    private let ana = EtcdCredentials(user: "ana", password: "anas-word")

    @Test func theRightPasswordIsSentOnce() async throws {
        let place = try await securePlace()
        let network = UnreliableNetwork()
        let store = place.store(network, as: root)
        try await store.save(.note("1"))
        #expect(try await store.all(.note) == [.note("1")])
        #expect(try await place.store(as: root).all(.note) == [.note("1")])
        #expect(network.requests.filter { $0.says(root.password) }.map(\.isSignIn) == [true])
    }

    @Test func aWrongPasswordAndNoneAreRefused() async throws {
        let place = try await securePlace()
        let refusals: [(EtcdCredentials?, reason: String)] = [
            (EtcdCredentials(user: "root", password: "guessed"), wrong),
            (EtcdCredentials(user: "root", password: ""), wrong),
            (EtcdCredentials(user: "nobody", password: "guessed"), wrong),
            (nil, "etcdserver: user name is empty"),
        ]
        for (user, reason) in refusals {
            try await expectRefusal(reason, of: place.address, by: place.store(as: user))
        }
        #expect(try await place.store(as: root).all(.note).isEmpty)
    }

    @Test func aUserOfThePrefixCanDoEverythingThere() async throws {
        let place = try await securePlace()
        try await place.cluster.addUser(ana.user, password: ana.password, prefix: place.full(""))
        let copy = try TemporaryDirectory().file("cluster.copy")
        let store = place.store(as: ana, copyPath: copy.path)
        let seen = RecordObservation(store, .note, .link)
        #expect(try await seen.next() == [])
        try await store.perform { reader throws(StorageError) in
            let links = try await reader.links(to: "1")
            return (links.isEmpty ? [Sample.note("1").saving(), Sample.link("1", to: "1").saving()] : [], ())
        }
        #expect(try await seen.next() == [.link("1", to: "1"), .note("1")])
        for _ in 1...2 { #expect(try await store.all(.link, .note) == [.link("1", to: "1"), .note("1")]) }
        #expect(copy.exists)
        try await place.store(as: root).delete(.link("1", to: "1"))
        #expect(try await seen.next() == [.note("1")])
        try await store.delete(.note("1"))
        #expect(try await store.all(.note).isEmpty)
    }

    @Test func aUserOfAnotherPrefixIsRefused() async throws {
        let place = try await securePlace()
        try await place.cluster.addUser(ana.user, password: ana.password, prefix: place.full(""))
        let beside = try #require(EtcdAddress("\(place.address)2"))
        try await expectRefusal("etcdserver: permission denied", of: beside, by: place.store(as: ana, at: beside))
        #expect(try await place.store(as: root, at: beside).all(.note).isEmpty)
    }

    @Test func anExpiredTokenIsRenewed() async throws {
        let place = try await securePlace()
        try await place.cluster.addUser(ana.user, password: ana.password, prefix: place.full(""))
        let network = UnreliableNetwork()
        let store = place.store(network, as: ana)
        try await store.save(.note("1"))
        try await place.cluster.setPassword(of: ana.user, to: ana.password)
        try await store.save(.note("2"))
        #expect(try await place.store(as: root).all(.note) == [.note("1"), .note("2")])
        #expect(network.requests.filter { $0.says(ana.password) }.map(\.isSignIn) == [true, true])

        try await place.cluster.setPassword(of: ana.user, to: "another")
        try await expectRefusal(wrong, of: place.address, by: store)
        #expect(try await place.store(as: root).all(.note) == [.note("1"), .note("2")])
    }

    private let wrong = "the server does not accept the user and password"

    private func securePlace() async throws -> EtcdPlace {
        let place = try await EtcdPlace(inOwnCluster: true)
        try await place.cluster.secure()
        return place
    }

    /// It can neither be read, written nor observed. The error says why, and gives nobody's password away.
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
    fileprivate func says(_ text: String) -> Bool { String(decoding: body, as: UTF8.self).contains(text) }
}
