// The messages of etcd's gRPC gateway, as far as the library needs them. Keys and values are base 64 in them, numbers
// of 64 bits are texts, and what has the value zero, false or nothing is left out.
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

    var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { write(to: &$0) }
        return writer.bytes
    }

    fileprivate func write(to writer: inout JSONWriter) {
        range.write(to: &writer)
        if let revision { writer.member("revision", "\(revision)") }
        if let leastRevision { writer.member("min_mod_revision", "\(leastRevision)") }
        if let limit { writer.member("limit", "\(limit)") }
        if isLocal { writer.member("serializable", true) }
    }
}

/// A key as it was at some revision.
struct EtcdKeyValue: Hashable {
    var key = ""
    var value: [UInt8] = []
    /// When it was written last.
    var modified: Int64 = 0
}

/// What a range holds.
struct EtcdFound {
    /// In the order of the keys.
    var entries: [EtcdKeyValue] = []
    /// Whether there are more than the limit allowed.
    var hasMore = false
    /// How many keys the range has, also those that were not asked for.
    var count: Int64 = 0
    /// The moment of the answer.
    var revision: Int64 = 0
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

/// What came of a transaction.
struct EtcdOutcome {
    var succeeded = false
    var revision: Int64 = 0
    /// The answers to its questions, in order.
    var found: [EtcdFound] = []
}

/// What a watch tells in one message: all that the units of work in it changed.
struct EtcdNews {
    struct Event {
        var entry = EtcdKeyValue()
        var isDeletion = false
    }

    var events: [Event] = []
    /// The watch has ended, because what it should begin with is not kept any more.
    var isCompacted = false
    /// The watch has ended, and this is why.
    var failure: EtcdRefusal?
}

/// What the gateway says instead of an answer.
struct EtcdRefusal {
    /// A status code of gRPC.
    var code = 2
    var message = ""

    /// What a watch says of its end.
    static func watchEnded(_ reason: String) -> EtcdRefusal { EtcdRefusal(code: 14, message: reason) }

    static let outOfRange = 11
    static let unauthenticated = 16
    /// Codes with which a request may or may not have been carried out, and with which another server may do better.
    static let passing: Set<Int> = [1, 2, 4, 10, 13, 14]
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

extension EtcdFound {
    init(from scanner: inout JSONScanner) throws(JSONError) {
        try scanner.object { name, value throws(JSONError) in
            switch name {
            case "header": revision = try value.headerRevision()
            case "kvs":
                try value.array { value throws(JSONError) in entries.append(try EtcdKeyValue(from: &value)) }
            case "more": hasMore = try value.bool()
            case "count": count = try value.longInteger()
            default: try value.skip()
            }
        }
    }
}

extension EtcdKeyValue {
    init(from scanner: inout JSONScanner) throws(JSONError) {
        try scanner.object { name, value throws(JSONError) in
            switch name {
            case "key": key = try value.base64 { String(decoding: $0, as: UTF8.self) }
            case "value": self.value = try value.base64 { Array($0) }
            case "mod_revision": modified = try value.longInteger()
            default: try value.skip()
            }
        }
    }
}

extension EtcdOutcome {
    init(from scanner: inout JSONScanner) throws(JSONError) {
        try scanner.object { name, value throws(JSONError) in
            switch name {
            case "header": revision = try value.headerRevision()
            case "succeeded": succeeded = try value.bool()
            case "responses":
                try value.array { value throws(JSONError) in
                    try value.object { name, value throws(JSONError) in
                        guard name.is("response_range") else {
                            try value.skip()
                            return
                        }
                        found.append(try EtcdFound(from: &value))
                    }
                }
            default: try value.skip()
            }
        }
    }
}

extension EtcdNews {
    init(from scanner: inout JSONScanner) throws(JSONError) {
        try scanner.object { name, value throws(JSONError) in
            switch name {
            case "result": try readResult(from: &value)
            case "error": failure = try EtcdRefusal(from: &value)
            default: try value.skip()
            }
        }
    }

    private mutating func readResult(from scanner: inout JSONScanner) throws(JSONError) {
        try scanner.object { name, value throws(JSONError) in
            switch name {
            case "events":
                try value.array { value throws(JSONError) in events.append(try Event(from: &value)) }
            case "compact_revision": isCompacted = try value.longInteger() > 0
            case "canceled": if try value.bool(), failure == nil { failure = .watchEnded("the watch was ended") }
            case "cancel_reason": failure = .watchEnded(try value.string())
            default: try value.skip()
            }
        }
    }
}

extension EtcdNews.Event {
    fileprivate init(from scanner: inout JSONScanner) throws(JSONError) {
        try scanner.object { name, value throws(JSONError) in
            switch name {
            case "type": isDeletion = try value.string() == "DELETE"
            case "kv": entry = try EtcdKeyValue(from: &value)
            default: try value.skip()
            }
        }
    }
}

extension EtcdRefusal {
    init(from scanner: inout JSONScanner) throws(JSONError) {
        try scanner.object { name, value throws(JSONError) in
            switch name {
            case "code", "grpc_code": code = try value.integer()
            case "message": message = try value.string()
            default: try value.skip()
            }
        }
    }
}

/// The token in the answer to a request to sign in.
func etcdToken(from scanner: inout JSONScanner) throws(JSONError) -> String {
    var token = ""
    try scanner.object { name, value throws(JSONError) in
        if name.is("token") { token = try value.string() } else { try value.skip() }
    }
    return token
}

extension JSONScanner {
    /// Reads a text in base 64, and what `make` makes of the bytes behind it.
    fileprivate mutating func base64<Value>(
        _ make: (UnsafeRawBufferPointer) -> Value
    ) throws(JSONError) -> Value {
        let start = position
        let text = UnsafeRawBufferPointer(try rawString())
        guard let base = text.baseAddress else { return make(text) }
        // It is only read, and not after that.
        let encoded = FoundationData(
            bytesNoCopy: UnsafeMutableRawPointer(mutating: base), count: text.count, deallocator: .none)
        guard let bytes = FoundationData(base64Encoded: encoded) else {
            throw JSONError(offset: start, reason: .unexpectedEnd)
        }
        return bytes.withUnsafeBytes(make)
    }

    fileprivate mutating func longInteger() throws(JSONError) -> Int64 {
        let start = position
        guard let number = Int64(try string()) else { throw JSONError(offset: start, reason: .notAWholeNumber) }
        return number
    }

    fileprivate mutating func headerRevision() throws(JSONError) -> Int64 {
        var revision: Int64 = 0
        try object { name, value throws(JSONError) in
            if name.is("revision") { revision = try value.longInteger() } else { try value.skip() }
        }
        return revision
    }
}
