import Data
import Domain
import TestSupport
import Testing

/// What is read belongs to one moment of the cluster, whichever server tells of it.
@Suite("Moments of etcd", .needsEtcd, .timeLimit(.minutes(5)))
struct EtcdMomentTests {
    @Test func theClusterIsAskedForTheMomentAndAnyServerForWhatItHeld() async throws {
        let place = try await EtcdPlace()
        try await place.library().books.save(book(1))
        let network = UnreliableNetwork()
        let library = place.library(network)
        #expect(try await library.snapshot().books == [book(1)])
        #expect(try await library.books.find(bookID(1)) == book(1))
        let questions = network.requests.filter { $0.method == .post }
        #expect(questions.count > 2)
        #expect(questions.contains { !$0.isOfMoment })
        #expect(questions.allSatisfy { $0.isLocal == $0.isOfMoment })
    }

    /// It was asked because another one failed, and has not heard of the latest changes.
    @Test func aServerThatIsBehindIsNotBelieved() async throws {
        let place = try await EtcdPlace()
        try await place.library().books.save(book(1))
        let network = UnreliableNetwork { request, earlier in
            request.isOfMoment && !earlier.contains { $0.isOfMoment } ? .behind : .delivered
        }
        #expect(try await place.library(network).snapshot().books == [book(1)])
        let another = UnreliableNetwork { request, earlier in
            request.isOfMoment && !earlier.contains { $0.isOfMoment } ? .behind : .delivered
        }
        try await place.library(another).put(bookID(1), on: "shelf")
        #expect(try await place.library().books.find(bookID(1))?.shelves == ["shelf"])
        #expect(another.requests.count { $0.isCommit } == 1)
    }
}
