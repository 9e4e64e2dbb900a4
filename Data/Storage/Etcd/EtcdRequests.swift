// What is asked of etcd's gRPC gateway. Keys and values are base 64, and numbers of 64 bits are texts.
// https://etcd.io/docs/v3.4/dev-guide/api_grpc_gateway/, https://etcd.io/docs/v3.4/learning/api/

#if canImport(FoundationEssentials)
import FoundationEssentials

// This module has the name of Foundation's type.
private typealias FoundationData = FoundationEssentials.Data
#else
import Foundation

private typealias FoundationData = Foundation.Data
#endif

/// Keys from one up to, not including, another; or a single key.
struct EtcdRange: Hashable {
    let start: String
    /// Nil for a single key.
    let end: String?

    static func key(_ key: String) -> EtcdRange {
        EtcdRange(start: key, end: nil)
    }

    /// All keys that begin with `prefix`, which ends in a slash.
    static func under(_ prefix: String) -> EtcdRange {
        from(prefix, through: prefix)
    }

    /// All keys from the first that begins with `first` to the last that begins with `last`, which ends in a slash.
    static func from(_ first: String, through last: String) -> EtcdRange {
        // What comes after the slash is the zero.
        EtcdRange(start: first, end: last.dropLast() + "0")
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.member("key", base64(start.utf8))
        if let end { writer.member("range_end", base64(end.utf8)) }
    }
}

/// A question for the keys in a range.
struct EtcdRead: Hashable {
    var range: EtcdRange
    /// The moment to read at; nil for now.
    var revision: Int64?
    /// Leaves out what was not changed since.
    var leastRevision: Int64?
    var limit: Int?
    /// Whether what this server knows will do, even if others know more by now.
    var isLocal = false

    init(_ range: EtcdRange) {
        self.range = range
    }

    fileprivate func write(to writer: inout JSONWriter) {
        range.write(to: &writer)
        if let revision { writer.member("revision", "\(revision)") }
        if let leastRevision { writer.member("min_mod_revision", "\(leastRevision)") }
        if let limit { writer.member("limit", "\(limit)") }
        if isLocal { writer.member("serializable", true) }
    }
}

/// What must hold for a transaction to be carried out.
enum EtcdCondition: Hashable {
    /// The key was last written then; never, for 0.
    case modified(String, at: Int64)
    /// No key of the range was written after that.
    case unchanged(EtcdRange, since: Int64)

    fileprivate func write(to writer: inout JSONWriter) {
        writer.member("target", "MOD")
        switch self {
        case .modified(let key, let revision):
            EtcdRange.key(key).write(to: &writer)
            writer.member("result", "EQUAL")
            writer.member("mod_revision", "\(revision)")
        case .unchanged(let range, let revision):
            range.write(to: &writer)
            writer.member("result", "LESS")
            writer.member("mod_revision", "\(revision + 1)")
        }
    }
}

enum EtcdChange: Hashable {
    case put(String, [UInt8])
    case delete(String)

    fileprivate func write(to writer: inout JSONWriter) {
        switch self {
        case .put(let key, let value):
            writer.name("request_put")
            writer.object { writer in
                EtcdRange.key(key).write(to: &writer)
                writer.member("value", base64(value))
            }
        case .delete(let key):
            writer.name("request_delete_range")
            writer.object { EtcdRange.key(key).write(to: &$0) }
        }
    }
}

/// Changes that are made together if all conditions hold, and not at all otherwise.
struct EtcdTransaction: Hashable {
    var conditions: [EtcdCondition] = []
    var changes: [EtcdChange] = []

    var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.name("compare")
            writer.array { writer in
                for condition in conditions { writer.object { condition.write(to: &$0) } }
            }
            writer.name("success")
            writer.array { writer in
                if changes.count <= Self.most {
                    for change in changes { writer.object { change.write(to: &$0) } }
                } else {
                    for start in stride(from: 0, to: changes.count, by: Self.most / 2) {
                        writer.object { writer in
                            writer.name("request_txn")
                            let end = min(start + Self.most / 2, changes.count)
                            writer.object { Self.write(changes[start..<end], to: &$0) }
                        }
                    }
                }
            }
        }
        return writer.bytes
    }

    /// As many operations as a transaction has at most. More are put into transactions within it, half as many into each,
    /// because those around it are counted too; they are carried out at the same moment, and up to four thousand together.
    private static let most = 128

    private static func write(_ changes: ArraySlice<EtcdChange>, to writer: inout JSONWriter) {
        writer.name("success")
        writer.array { writer in
            for change in changes { writer.object { change.write(to: &$0) } }
        }
    }

    /// Several questions, answered at one moment.
    static func reading(_ reads: [EtcdRead]) -> [UInt8] {
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

private func base64(_ bytes: some Collection<UInt8>) -> String {
    FoundationData(bytes).base64EncodedString()
}
