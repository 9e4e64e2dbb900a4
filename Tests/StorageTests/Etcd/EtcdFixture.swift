import Data
import Domain
import Foundation
import TestSupport
import Testing

/// Tests that need a real etcd, and say so where there is none.
extension Trait where Self == ConditionTrait {
    static var needsEtcd: Self {
        .enabled(if: EtcdCluster.obstacle == nil, Comment(rawValue: EtcdCluster.obstacle ?? ""))
    }
}

/// Says whether the stores are held against the contract on a real etcd, too.
@Suite struct EtcdIsThereTests {
    @Test(.needsEtcd) func theContractIsHeldAgainstEtcd() {
        #expect(StoreUnderTest.allCases.contains(.etcd))
    }

    /// Where `BOOKSHELF_NEEDS_ETCD` is set, nothing may be skipped.
    @Test(
        .enabled(
            if: ProcessInfo.processInfo.environment["BOOKSHELF_NEEDS_ETCD"] != nil, "BOOKSHELF_NEEDS_ETCD is not set"))
    func etcdIsThereWhereItMustBe() {
        #expect(EtcdCluster.obstacle == nil)
    }
}

/// A new place in a cluster.
struct EtcdPlace {
    let cluster: EtcdCluster
    let address: EtcdAddress

    /// In the cluster that tests share; or in one of its own, for a test that does what others would notice.
    init(inOwnCluster: Bool = false) async throws {
        cluster = inOwnCluster ? try await EtcdCluster(nodes: 1) : try await EtcdCluster.shared()
        address = try #require(EtcdAddress("etcd://\(cluster.endpoints[0])/test/\(UInt64.random(in: 0 ... .max))"))
    }

    /// The library there, as that user has it. `slot` is where its units leave their stamp.
    func library(
        _ network: any HTTPClient = networkClient(), as user: EtcdCredentials? = nil, copyPath: String? = nil,
        patience: EtcdPatience = EtcdPatience(), slot: UInt64 = 0
    ) -> EtcdLibrary {
        EtcdLibrary(address: address, credentials: user, client: network, copyPath: copyPath, patience: patience) {
            .random(in: 0 ... .max) << 6 | slot
        }
    }
}

extension EtcdPlace {
    /// Puts what another program might.
    func put(_ key: String, _ value: some StringProtocol) async throws {
        try await ask("kv/put", #"{"key":"\#(full(key).base64)","value":"\#(String(value).base64)"}"#)
    }

    func delete(_ key: String) async throws {
        try await ask("kv/deleterange", #"{"key":"\#(full(key).base64)"}"#)
    }

    /// What lies there, for a key without the prefix.
    func value(_ key: String) async throws -> String? {
        try await entries(#"{"key":"\#(full(key).base64)"}"#).first?.value?.decodedBase64 ?? nil
    }

    /// All keys, in order and without the prefix.
    func keys() async throws -> [String] {
        let prefix = full("")
        let end = prefix.dropLast() + "0"
        return try await entries(#"{"key":"\#(prefix.base64)","range_end":"\#(String(end).base64)"}"#)
            .compactMap { $0.key.decodedBase64.map { String($0.dropFirst(prefix.count)) } }
    }

    /// Makes the cluster forget all but what it holds now.
    func compact() async throws {
        let answer = try await ask("kv/range", #"{"key":"\#("x".base64)"}"#)
        let revision = try JSONDecoder().decode(Found.self, from: .init(answer)).header.revision
        try await ask("kv/compaction", #"{"revision":"\#(revision)"}"#)
    }

    /// As `EtcdLayout` describes the keys.
    func full(_ key: String) -> String { "\(address.prefix)//\(key)" }

    private struct Found: Decodable {
        struct Header: Decodable {
            let revision: String
        }

        struct Entry: Decodable {
            let key: String
            let value: String?
        }

        let header: Header
        let kvs: [Entry]?
    }

    private func entries(_ request: String) async throws -> [Found.Entry] {
        try JSONDecoder().decode(Found.self, from: .init(try await ask("kv/range", request))).kvs ?? []
    }

    @discardableResult
    private func ask(_ path: String, _ body: String) async throws -> [UInt8] {
        let url = address.endpoints[0].appending(path: "v3/\(path)")
        let response = try await networkClient().response(to: HTTPRequest(.post, url, body: Array(body.utf8)))
        try #require(response.head.status == 200, "\(String(decoding: response.body, as: UTF8.self))")
        return response.body
    }
}

/// Counts how often a unit of work runs.
actor Runs {
    private(set) var count = 0

    func next() -> Int {
        count += 1
        return count
    }
}

extension String {
    fileprivate var base64: String { Foundation.Data(utf8).base64EncodedString() }

    fileprivate var decodedBase64: String? {
        Foundation.Data(base64Encoded: self).map { String(decoding: $0, as: UTF8.self) }
    }
}
