// What etcd's gRPC gateway answers, as far as the library needs it. Keys and values are base 64, numbers of 64 bits are
// texts, and what has the value zero, false or nothing is left out.
// https://etcd.io/docs/v3.4/dev-guide/api_grpc_gateway/, https://etcd.io/docs/v3.4/learning/api/

/// A key as it was at some revision.
struct EtcdKeyValue: Hashable {
    var key = ""
    var value: [UInt8] = []
    /// When it was written first, since there was none.
    var created: Int64 = 0
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
}

/// What came of a transaction.
struct EtcdOutcome {
    var succeeded = false
    var revision: Int64 = 0
    /// The answers to its questions, in order.
    var found: [EtcdFound] = []
    /// All of this as it was said.
    let bytes: [UInt8]
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

extension EtcdFound {
    /// Whether this, which was asked for what is newer than `revision`, tells all that became of the keys that there were
    /// at that revision. Each of them that is gone is missing from the count, whatever has come instead.
    func lacksNothing(of keys: Int, since revision: Int64) -> Bool {
        !hasMore && Int64(keys + entries.count { $0.created > revision }) == count
    }

    init(from scanner: inout JSONScanner) throws(JSONError) {
        try scanner.object { name, value throws(JSONError) in
            switch name {
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
            case "key": key = try value.base64(Base64.string)
            case "value": self.value = try value.base64(Base64.bytes)
            case "create_revision": created = try value.longInteger()
            case "mod_revision": modified = try value.longInteger()
            default: try value.skip()
            }
        }
    }
}

extension EtcdOutcome {
    init(_ bytes: [UInt8]) throws(JSONError) {
        self.bytes = bytes
        try JSONScanner.scan(bytes) { scanner throws(JSONError) in try read(from: &scanner) }
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
    /// Reads a text in base 64, by what `decode` makes of it.
    fileprivate mutating func base64<Value>(
        _ decode: (UnsafeBufferPointer<UInt8>) -> Value?
    ) throws(JSONError) -> Value {
        let start = position
        guard let value = decode(try rawStringWithoutEscapes()) else {
            throw JSONError(offset: start, reason: .unexpectedEnd)
        }
        return value
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
