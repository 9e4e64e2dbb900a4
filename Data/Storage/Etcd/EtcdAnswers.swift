// The answers of etcd's gRPC gateway, as far as the store needs them. Keys and values are base 64, 64-bit numbers are
// strings, and members whose value is zero, false or empty are left out.
// https://etcd.io/docs/v3.4/dev-guide/api_grpc_gateway/, https://etcd.io/docs/v3.4/learning/api/

/// A key at some revision. Its name and its value are ranges of the bytes of the answer.
struct EtcdKeyValue {
    var key = 0..<0
    var value = 0..<0
    /// The revision at which it was created.
    var created: Int64 = 0
    /// The revision at which it was last written, or at which it was deleted.
    var modified: Int64 = 0
}

/// The keys in a range.
struct EtcdFound {
    /// In the order of the keys.
    var entries: [EtcdKeyValue] = []
    /// Whether there are more than the limit allowed.
    var hasMore = false
    /// How many keys the range has, including those that were not asked for.
    var count: Int64 = 0

    /// Whether this answer to a request for what is newer than `revision` accounts for all the keys there were at that
    /// revision. A deleted key is missing from the count, whatever has come in its stead.
    func lacksNothing(of keys: Int, since revision: Int64) -> Bool {
        !hasMore && Int64(keys + entries.count { $0.created > revision }) == count
    }
}

/// The answer to a transaction.
struct EtcdOutcome {
    var succeeded = false
    var revision: Int64 = 0
    /// The answers to its requests for ranges, in order.
    var found: [EtcdFound] = []
    /// All keys and values.
    var bytes: [UInt8] = []
    /// The answer as it came.
    let json: [UInt8]

    func value(of entry: EtcdKeyValue) -> [UInt8] { Array(bytes[entry.value]) }
}

/// One message of a watch: everything that one or more units of work changed.
struct EtcdNews {
    struct Event {
        var entry = EtcdKeyValue()
        var isDeletion = false
    }

    var events: [Event] = []
    /// All keys and values.
    var bytes: [UInt8] = []
    /// The watch has ended, because the revision that it should start at was compacted away.
    var isCompacted = false
    /// The watch has ended, and this is why.
    var failure: EtcdRefusal?
}

/// What the gateway says instead of an answer.
struct EtcdRefusal {
    /// A status code of gRPC.
    var code = 2
    var message = ""

    static func watchEnded(_ reason: String) -> EtcdRefusal { EtcdRefusal(code: 14, message: reason) }

    static let outOfRange = 11
    static let unauthenticated = 16
    /// Codes after which a request may have been carried out or not, and another server may do better.
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
                try value.array { value throws(JSONError) in events.append(try Event(from: &value, into: &bytes)) }
            case "compact_revision": isCompacted = try value.longInteger() > 0
            case "canceled": if try value.bool(), failure == nil { failure = .watchEnded("the watch was ended") }
            case "cancel_reason": failure = .watchEnded(try value.string())
            default: try value.skip()
            }
        }
    }
}

extension EtcdNews.Event {
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
    /// Decodes a base 64 string onto the end of `bytes`, and returns its range there.
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
