// Requests to etcd's gRPC gateway. Keys and values are base 64, 64-bit numbers are strings.
// https://etcd.io/docs/v3.4/dev-guide/api_grpc_gateway/, https://etcd.io/docs/v3.4/learning/api/

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The keys from `start` up to, not including, `end`; or a single key.
struct EtcdRange: Hashable {
    let start: [UInt8]
    /// Nil for a single key.
    let end: [UInt8]?

    static func key(_ key: String) -> EtcdRange {
        EtcdRange(start: Array(key.utf8), end: nil)
    }

    /// All keys that begin with `prefix`, which ends in a slash.
    static func under(_ prefix: String) -> EtcdRange {
        EtcdRange(start: Array(prefix.utf8), end: Array(end(of: prefix).utf8))
    }

    /// The exclusive end of all keys that begin with `prefix`, which ends in a slash: "0" is the next character.
    static func end(of prefix: String) -> String { prefix.dropLast() + "0" }

    func write(to writer: inout JSONWriter) {
        writer.base64Member("key", start)
        if let end { writer.base64Member("range_end", end) }
    }
}

/// A request for the keys in a range.
struct EtcdRead: Hashable {
    var range: EtcdRange
    /// The revision to read at; nil for the latest.
    var revision: Int64?
    /// Omits keys last written before this revision from the entries, but not from the count.
    var leastRevision: Int64?
    var limit: Int?
    /// Whether to ask only for the number of keys.
    var isCount = false
    /// Whether the server may answer on its own, without the cluster's agreement.
    var isLocal = false

    init(_ range: EtcdRange) {
        self.range = range
    }

    static func key(_ key: String) -> EtcdRead { EtcdRead(.key(key)) }

    fileprivate func write(to writer: inout JSONWriter) {
        range.write(to: &writer)
        if let revision { writer.member("revision", "\(revision)") }
        if let leastRevision { writer.member("min_mod_revision", "\(leastRevision)") }
        if let limit { writer.member("limit", "\(limit)") }
        if isCount { writer.member("count_only", true) }
        if isLocal { writer.member("serializable", true) }
    }

    /// A transaction that answers several reads at one revision.
    static func transaction(of reads: [EtcdRead]) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.name("success")
            writer.array { writer in
                for read in reads {
                    writer.object { writer in
                        writer.name("request_range")
                        writer.object { read.write(to: &$0) }
                    }
                }
            }
        }
        return writer.bytes
    }
}

func etcdWatchRequest(_ range: EtcdRange, from revision: Int64) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
        writer.name("create_request")
        writer.object { writer in
            range.write(to: &writer)
            writer.member("start_revision", "\(revision)")
        }
    }
    return writer.bytes
}

func etcdSignInRequest(_ credentials: EtcdCredentials) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
        writer.member("name", credentials.user)
        writer.member("password", credentials.password)
    }
    return writer.bytes
}

extension JSONWriter {
    mutating func base64Member(_ name: StaticString, _ bytes: [UInt8]) {
        member(name, Data(bytes).base64EncodedString())
    }
}
