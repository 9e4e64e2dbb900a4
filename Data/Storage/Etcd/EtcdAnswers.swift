// Answers of etcd's gRPC gateway, as far as the store needs them. Keys and values are base 64, 64-bit numbers are
// strings, and members whose value is zero, false or empty are omitted.
// https://etcd.io/docs/v3.4/dev-guide/api_grpc_gateway/, https://etcd.io/docs/v3.4/learning/api/

/// A key at some revision. Its name and value are ranges of the answer's bytes.
struct EtcdKeyValue {
    var key = 0..<0
    var value = 0..<0
    /// The revision at which it was created.
    var created: Int64 = 0
    /// The revision at which it was last written or deleted.
    var modified: Int64 = 0
}

/// The keys in a range.
struct EtcdFound {
    /// In the order of the keys.
    var entries: [EtcdKeyValue] = []
    /// Whether the limit left out some keys.
    var hasMore = false
    /// The number of keys in the range, including those not asked for.
    var count: Int64 = 0

    /// Given the number of keys at `revision`, whether this answer to a request for newer keys has all changes since. A
    /// deleted key is missing from the count, even if others were added.
    func isComplete(after keys: Int, at revision: Int64) -> Bool {
        !hasMore && Int64(keys + entries.count { $0.created > revision }) == count
    }
}

/// The answer to a transaction.
struct EtcdOutcome {
    var succeeded = false
    var revision: Int64 = 0
    /// The answers to its reads, in order.
    var found: [EtcdFound] = []
    /// All keys and values.
    var bytes: [UInt8] = []
    /// The unchanged answer.
    let json: [UInt8]

    func value(of entry: EtcdKeyValue) -> [UInt8] { Array(bytes[entry.value]) }
}

/// One message of a watch: all changes by some units of work, or none in a message about the watch itself.
struct EtcdWatchMessage {
    struct Event {
        var entry = EtcdKeyValue()
        var isDeletion = false
    }

    var events: [Event] = []
    /// All keys and values.
    var bytes: [UInt8] = []
    /// Whether the watch has ended because its start revision was compacted away.
    var isCompacted = false
    /// Why the watch has ended, if it has.
    var failure: EtcdRefusal?
}

/// An error message of the gateway.
struct EtcdRefusal {
    /// A status code of gRPC.
    var code = 2
    var message = ""

    static func watchEnded(_ reason: String) -> EtcdRefusal { EtcdRefusal(code: 14, message: reason) }

    static let outOfRange = 11
    static let invalidArgument = 3
    static let unauthenticated = 16
    /// Codes after which the outcome of a request is unknown, and another server may do better.
    static let passing: Set<Int> = [1, 2, 4, 10, 13, 14]
}

extension EtcdFound {
    init(from scanner: inout JSONScanner, into bytes: inout [UInt8]) throws(JSONError) {
        try scanner.object { name, value throws(JSONError) in
            switch name {
            case "kvs":
                try value.array { value throws(JSONError) in
                    entries.append(try EtcdKeyValue(from: &value, into: &bytes))
                }
            case "more": hasMore = try value.bool()
            case "count": count = try value.longInteger()
            default: try value.skip()
            }
        }
    }
}

extension EtcdKeyValue {
    init(from scanner: inout JSONScanner, into bytes: inout [UInt8]) throws(JSONError) {
        try scanner.object { name, value throws(JSONError) in
            switch name {
            case "key": key = try value.base64(into: &bytes)
            case "value": self.value = try value.base64(into: &bytes)
            case "create_revision": created = try value.longInteger()
            case "mod_revision": modified = try value.longInteger()
            default: try value.skip()
            }
        }
    }
}

extension EtcdOutcome {
    init(_ json: [UInt8]) throws(JSONError) {
        self.json = json
        bytes.reserveCapacity(json.count / 4 * 3)
        try JSONScanner.scan(json) { scanner throws(JSONError) in try read(from: &scanner) }
    }

    private mutating func read(from scanner: inout JSONScanner) throws(JSONError) {
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
                        found.append(try EtcdFound(from: &value, into: &bytes))
                    }
                }
            default: try value.skip()
            }
        }
    }
}

extension EtcdWatchMessage {
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
                try value.array { value throws(JSONError) in events.append(try Event(from: &value, into: &bytes)) }
            case "compact_revision": isCompacted = try value.longInteger() > 0
            case "canceled": if try value.bool(), failure == nil { failure = .watchEnded("the watch was ended") }
            case "cancel_reason": failure = .watchEnded(try value.string())
            default: try value.skip()
            }
        }
    }
}

extension EtcdWatchMessage.Event {
    fileprivate init(from scanner: inout JSONScanner, into bytes: inout [UInt8]) throws(JSONError) {
        try scanner.object { name, value throws(JSONError) in
            switch name {
            case "type": isDeletion = try value.string() == "DELETE"
            case "kv": entry = try EtcdKeyValue(from: &value, into: &bytes)
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

/// The token in the answer to a sign-in.
func etcdToken(in bytes: [UInt8]) throws(JSONError) -> String {
    try JSONScanner.scan(bytes) { scanner throws(JSONError) in
        var token = ""
        try scanner.object { name, value throws(JSONError) in
            if name.is("token") { token = try value.string() } else { try value.skip() }
        }
        return token
    }
}

extension JSONScanner {
    /// Appends the bytes of a base 64 string to `bytes`, and returns their range.
    fileprivate mutating func base64(into bytes: inout [UInt8]) throws(JSONError) -> Range<Int> {
        let start = position
        guard let range = Base64.append(try rawStringWithoutEscapes(), to: &bytes) else {
            throw JSONError(offset: start, reason: .unexpectedEnd)
        }
        return range
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
