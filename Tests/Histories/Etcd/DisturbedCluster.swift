import FileTestSupport
import Foundation
import Storage
import StorageTestSupport

extension StorageLocation: NetworkedLocation {
    static func startServers() async throws -> any Servers {
        DisturbedCluster(cluster: try await EtcdCluster(nodes: 3))
    }

    func disturbed(by injector: FaultInjector) -> StorageLocation {
        var location = self
        location.etcd?.client = FaultyNetwork(injector: injector)
        // An answer may be late on a busy machine; then another server is asked. Nothing fails for want of time.
        location.etcd?.patience = EtcdPatience(answer: .seconds(1), cluster: .seconds(600), pulse: .milliseconds(300))
        location.etcd?.copyPath = directory + "/\(UInt64.random(in: 0 ... .max)).copy"
        return location
    }
}

/// A cluster of three members. It loses one for a while, now and then.
struct DisturbedCluster: Servers {
    let cluster: EtcdCluster

    func makeLocation() throws -> StorageLocation {
        let text = "etcd://\(cluster.endpoints.joined(separator: ","))/test/\(UInt64.random(in: 0 ... .max))"
        let directory = try TemporaryDirectory().path
        return StorageLocation(application: "bookshelf", name: "library", directory: directory).withServer(at: text)
    }

    func disturb(_ number: Int) async throws -> String {
        let leader = try await cluster.leader() ?? 1
        let follower = leader % 3 + 1
        switch number % 4 {
        case 0:
            try await cluster.kill(leader)
            await wait(.milliseconds(600))
            try await cluster.start(leader)
            return "leader killed"
        case 1:
            try await cluster.freeze(leader)
            await wait(.milliseconds(1200))
            try await cluster.thaw(leader)
            return "leader paused"
        case 2:
            try await cluster.kill(follower)
            await wait(.milliseconds(300))
            try await cluster.start(follower)
            return "member restored"
        default:
            try await compact(by: leader)
            return "cluster compacted"
        }
    }

    /// Times around that of an election, 500 ms, so that some clients meet it, and others its end.
    private func wait(_ duration: Duration) async { try? await Task.sleep(for: duration) }

    /// Forgets all revisions but the last.
    private func compact(by member: Int) async throws {
        guard let url = URL(string: "http://\(cluster.endpoints[member - 1])/v3/") else { return }
        func ask(_ path: String, _ body: String) async throws -> [UInt8] {
            let request = HTTPRequest(.post, url.appending(path: path), body: Array(body.utf8), timeLimit: .seconds(5))
            return try await networkClient().response(to: request).body
        }
        let answer = try await ask("kv/range", #"{"key":"eA=="}"#)
        let found = try JSONDecoder().decode(Found.self, from: Data(answer))
        _ = try await ask("kv/compaction", #"{"revision":"\#(found.header.revision)"}"#)
    }

    private struct Found: Decodable {
        struct Header: Decodable {
            let revision: String
        }

        let header: Header
    }
}
