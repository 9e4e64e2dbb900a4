import FileTestSupport
import Foundation
import StorageTestSupport
import Synchronization
import Testing

@testable import Storage

/// Skips a test, with the reason, if there is no etcd.
extension Trait where Self == ConditionTrait {
    static var needsEtcd: Self {
        .enabled(if: EtcdCluster.obstacle == nil, Comment(rawValue: EtcdCluster.obstacle ?? ""))
    }
}

/// A new prefix in a cluster.
struct EtcdFixture {
    let cluster: EtcdCluster
    let address: EtcdAddress

    /// In the shared cluster, or in its own for a test whose effects other tests would notice.
    init(inOwnCluster: Bool = false) async throws {
        cluster = inOwnCluster ? try await EtcdCluster(nodes: 1) : try await EtcdCluster.shared()
        address = cluster.makeAddress()
    }

    /// A store at this prefix. `slot` is the slot that its units of work use.
    func store(
        _ network: any HTTPClient = networkClient(), as user: EtcdCredentials? = nil, copyPath: String? = nil,
        patience: EtcdPatience = .endless, slot: Int = 0, at address: EtcdAddress? = nil
    ) -> EtcdRecordStore {
        EtcdRecordStore(
            EtcdLocation(
                address ?? self.address, credentials: user, client: network, copyPath: copyPath, patience: patience),
            application: "sample", slot: slot)
    }
}

extension EtcdFixture {
    /// Puts a key, as another program might.
    func put(_ key: String, _ value: some StringProtocol) async throws {
        try await put(Array(full(key).utf8), value)
    }

    func put(_ key: [UInt8], _ value: some StringProtocol) async throws {
        let key = Data(key).base64EncodedString()
        try await ask("kv/put", #"{"key":"\#(key)","value":"\#(String(value).base64)"}"#)
    }

    func delete(_ key: String) async throws {
        try await ask("kv/deleterange", #"{"key":"\#(full(key).base64)"}"#)
    }

    /// The value of a key without the prefix.
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

    /// Compacts the cluster's history up to the latest revision.
    func compact() async throws {
        let answer = try await ask("kv/range", #"{"key":"\#("x".base64)"}"#)
        let revision = try JSONDecoder().decode(Found.self, from: Data(answer)).header.revision
        try await ask("kv/compaction", #"{"revision":"\#(revision)"}"#)
    }

    /// The key with its prefix; see `EtcdLayout`.
    func full(_ key: String) -> String { "\(address.prefix ?? "")//\(key)" }

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
        try JSONDecoder().decode(Found.self, from: Data(try await ask("kv/range", request))).kvs ?? []
    }

    @discardableResult
    private func ask(_ path: String, _ body: String) async throws -> [UInt8] {
        let url = address.endpoints[0].appending(path: "v3/\(path)")
        let request = HTTPRequest(.post, url, body: Array(body.utf8), timeLimit: .seconds(86_400))
        let response = try await networkClient().response(to: request)
        try #require(response.head.status == 200, "\(String(decoding: response.body, as: UTF8.self))")
        return response.body
    }
}

extension EtcdPatience {
    /// With a pulse without pauses.
    static let watchful = EtcdPatience(answer: .seconds(86_400), cluster: .seconds(86_400), pulse: .milliseconds(1))
}

/// A clock that moves only when a test moves it.
final class TestClock: Sendable {
    private let time = Mutex(ContinuousClock.now)

    var now: ContinuousClock.Instant { time.withLock { $0 } }

    func advance(by duration: Duration) { time.withLock { $0 += duration } }

    /// A day of patience by this clock.
    func patience(pulse: Duration = .seconds(3)) -> EtcdPatience {
        EtcdPatience(answer: .seconds(86_400), cluster: .seconds(86_400), pulse: pulse) { self.now }
    }
}

extension RecordStore {
    /// Deletes records that were read first.
    func remove(_ ids: [String], of kind: RecordKind = .note) async throws(StorageError) {
        try await perform { reader throws(StorageError) in
            let found = try await reader.records(ids.map { recordID($0) }, of: kind).samples(of: kind)
            return (found.map(\.withTarget.deleting), ())
        }
    }
}

extension Sample {
    /// Restores the target of a link that was read.
    var withTarget: Sample {
        guard kind == .link, let members = try? JSONDecoder().decode([String: String].self, from: Data(json)),
            let target = members["to"]
        else { return self }
        return .link(id, to: target)
    }

    static func notes(_ numbers: some Sequence<Int>, _ text: String = "a note") -> [Sample] {
        numbers.map { .note(sampleID($0), text) }
    }
}

/// An identifier of twelve digits, so that identifiers sort like the numbers.
func sampleID(_ number: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: 12 - digits.count) + digits
}

extension String {
    fileprivate var base64: String { Data(utf8).base64EncodedString() }

    fileprivate var decodedBase64: String? {
        Data(base64Encoded: self).map { String(decoding: $0, as: UTF8.self) }
    }
}
