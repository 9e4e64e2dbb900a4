import Data
import Domain
import TestSupport
import Testing

/// A cluster that wants to know who asks.
@Suite("Passwords of etcd", .needsEtcd, .timeLimit(.minutes(5)))
struct EtcdPasswordTests {
    private let root = EtcdCredentials(user: "root", password: "secret")
    private let ana = EtcdCredentials(user: "ana", password: "anas-word")

    @Test func theRightPasswordIsSentOnce() async throws {
        let place = try await securePlace()
        let network = UnreliableNetwork()
        let library = place.library(network, as: root)
        try await library.books.save(book(1))
        #expect(try await library.books.all() == [book(1)])
        #expect(try await place.library(as: root).snapshot() == LibrarySnapshot(books: [book(1)]))
        #expect(network.requests.filter { $0.says(root.password) }.map(\.isSignIn) == [true])
    }

    @Test func aWrongPasswordAndNoneAreRefused() async throws {
        let place = try await securePlace()
        let wrong = "etcdserver: authentication failed, invalid user ID or password"
        let refusals: [(EtcdCredentials?, reason: String)] = [
            (EtcdCredentials(user: "root", password: "guessed"), wrong),
            (EtcdCredentials(user: "root", password: ""), wrong),
            (EtcdCredentials(user: "nobody", password: "guessed"), wrong),
            (nil, "etcdserver: user name is empty"),
        ]
        for (user, reason) in refusals {
            try await expectRefusal(reason, of: place.address, by: place.library(as: user))
        }
        #expect(try await place.library(as: root).snapshot() == LibrarySnapshot())
    }

    @Test func whoeverMayUseThePrefixCanDoEverythingThere() async throws {
        let place = try await securePlace()
        try await place.cluster.addUser(ana.user, password: ana.password, prefix: place.full(""))
        let library = place.library(as: ana)
        var seen = library.observe().makeAsyncIterator()
        #expect(try await seen.next() == LibrarySnapshot())

        let lent = loan(1, of: 1)
        try await library.perform { unit throws(LibraryError) in
            if try await unit.loans.matching(.open(bookID(1))).isEmpty {
                try await unit.books.save(Samples.emma)
                try await unit.borrowers.save(Samples.ana)
                try await unit.loans.save(lent)
            }
        }
        let all = LibrarySnapshot(books: [Samples.emma], borrowers: [Samples.ana], loans: [lent])
        #expect(try await seen.next() == all)
        #expect(try await library.snapshot() == all)
        try await place.library(as: root).loans.delete(lent.id)
        #expect(try await seen.next() == LibrarySnapshot(books: [Samples.emma], borrowers: [Samples.ana]))
        try await library.books.delete(bookID(1))
        #expect(try await library.books.all().isEmpty)
    }

    @Test func whoeverMayUseAnotherPrefixIsRefused() async throws {
        let place = try await securePlace()
        try await place.cluster.addUser(ana.user, password: ana.password, prefix: place.full(""))
        let beside = try #require(EtcdAddress("\(place.address)2"))
        let library = EtcdLibrary(address: beside, credentials: ana, client: networkClient())
        try await expectRefusal("etcdserver: permission denied", of: beside, by: library)
        let all = EtcdLibrary(address: beside, credentials: root, client: networkClient())
        #expect(try await all.snapshot() == LibrarySnapshot())
    }

    @Test func whoeverMustSignInAgainDoes() async throws {
        let place = try await securePlace()
        try await place.cluster.addUser(ana.user, password: ana.password, prefix: place.full(""))
        let network = UnreliableNetwork()
        let library = place.library(network, as: ana)
        try await library.books.save(book(1))
        try await place.cluster.setPassword(of: ana.user, to: ana.password)
        try await library.books.save(book(2))
        #expect(try await place.library(as: root).books.all() == [book(1), book(2)])
        #expect(network.requests.filter { $0.says(ana.password) }.map(\.isSignIn) == [true, true])

        try await place.cluster.setPassword(of: ana.user, to: "another")
        try await expectRefusal(
            "etcdserver: authentication failed, invalid user ID or password", of: place.address, by: library)
        #expect(try await place.library(as: root).books.all() == [book(1), book(2)])
    }

    private func securePlace() async throws -> EtcdPlace {
        let place = try await EtcdPlace(inOwnCluster: true)
        try await place.cluster.secure()
        return place
    }

    /// It can neither be read, written nor observed, and the error says why and gives nobody's password away.
    private func expectRefusal(
        _ reason: String, of address: EtcdAddress, by library: EtcdLibrary,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let new = try book(9)
        let errors = [
            await #expect(throws: LibraryError.self, sourceLocation: sourceLocation) { try await library.snapshot() },
            await #expect(throws: LibraryError.self, sourceLocation: sourceLocation) {
                try await library.books.save(new)
            },
            await #expect(throws: LibraryError.self, sourceLocation: sourceLocation) {
                for try await _ in library.observe() {}
            },
        ]
        for error in errors {
            #expect(
                error == .store(.failed(operation: "use", place: "\(address)", reason: reason)),
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
