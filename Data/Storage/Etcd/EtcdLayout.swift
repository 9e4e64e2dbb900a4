/// The keys of a store in etcd. All begin with the prefix and two slashes, which no prefix can contain, so that stores
/// may have neighbouring or nested prefixes:
///
/// | key | value |
/// | --- | --- |
/// | `<plural>/<id>` | the record |
/// | `format` | the name of the application and the version of the format |
/// | `lookup/<key name>/<key value>/<id>` | nothing; the record has that lookup key |
/// | `marks/<plural>` | nothing; written when a record of the kind is deleted |
/// | `units/<slot>` | stamps of the latest units of work that wrote there |
///
/// Keys sort like the identifiers.
struct EtcdLayout: Sendable {
    fileprivate let root: String
    private let application: String
    /// The address of the store, for error messages.
    let location: String

    /// The version that this program writes, and the latest that it can read.
    static let version = 1
    static let slots = 64

    init(_ address: EtcdAddress, application: String) {
        root = "\(address.prefix ?? application)//"
        self.application = application
        location = address.description
    }

    var format: String { "\(root)format" }

    func folder(of kind: RecordKind) -> EtcdFolder {
        EtcdFolder(kind, self)
    }

    /// The prefix of the keys of a kind's records.
    func start(of plural: String) -> String { "\(root)\(plural)/" }

    /// The plural in a record's key; nil for a key that has none. Another program's key may have any bytes.
    func plural(in key: [UInt8]) -> ArraySlice<UInt8>? {
        let path = key.dropFirst(root.utf8.count)
        return path.firstIndex(of: UInt8(ascii: "/")).map { path[..<$0] }
    }

    /// The key of the slot with this number.
    func slot(_ number: Int) -> String { "\(units)\(number)" }

    /// The prefix of the slots' keys.
    var units: String { "\(root)units/" }

    /// The ranges of the records of all kinds but `undo`, and the format: all keys except lookups, marks and units.
    var records: [EtcdRange] {
        let own = ["lookup/", "marks/", "\(RecordKind.undo.plural)/", "units/"].map { root + $0 }
        return zip([root] + own.map(EtcdRange.end), own + [EtcdRange.end(of: root)]).map {
            EtcdRange(start: Array($0.utf8), end: Array($1.utf8))
        }
    }

    var formatValue: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("format", application)
            writer.member("version", Self.version)
        }
        return writer.bytes
    }

    /// Throws unless the value names this format, in a version that this program can read.
    func checkFormat(_ value: [UInt8]) throws(StorageError) {
        var name: String?
        var version: Int?
        var needs: String?
        do throws(JSONError) {
            try JSONScanner.scan(value) { scanner throws(JSONError) in
                try scanner.object { member, value throws(JSONError) in
                    switch member {
                    case "format": name = try value.string()
                    case "version": version = try value.integer()
                    case "needs": needs = try value.string()
                    default: try value.skip()
                    }
                }
            }
        } catch {
            name = nil
        }
        guard name == application, let version, version > 0 else {
            throw .notAStore(location: location, reason: "the value of “\(format)” is not the format of \(application)")
        }
        guard version <= Self.version else {
            throw .newerVersion(location: location, found: version, known: Self.version, needs: needs)
        }
    }
}

/// The keys for the records of one kind.
struct EtcdFolder: Sendable {
    let kind: RecordKind
    private let layout: EtcdLayout
    /// The prefix of the records' keys.
    let start: String
    private let startBytes: [UInt8]

    fileprivate init(_ kind: RecordKind, _ layout: EtcdLayout) {
        self.kind = kind
        self.layout = layout
        start = layout.start(of: kind.plural)
        startBytes = Array(start.utf8)
    }

    /// All records, ordered by identifier.
    var range: EtcdRange { .under(start) }

    /// The same range in parts, in order, which a server can read in parallel. The cuts suit identifiers of lower-case
    /// letters and digits.
    var parts: [EtcdRange] {
        let cuts = ["", "5", "b", "g", "n", "v"].map { "\(start)\($0)" } + [EtcdRange.end(of: start)]
        return zip(cuts, cuts.dropFirst()).map { EtcdRange(start: Array($0.utf8), end: Array($1.utf8)) }
    }

    func key(_ id: RecordID) -> String { "\(start)\(id)" }

    /// The key written whenever a record is deleted, because a range doesn't show that it lost a key.
    var deletionMark: String { "\(layout.root)marks/\(kind.plural)" }

    /// The prefix of the keys for all records with this lookup key; an identifier follows.
    func lookups(_ key: LookupKey) -> String { "\(layout.root)lookup/\(key.name)/\(key.value)/" }

    func holds(_ key: ArraySlice<UInt8>) -> Bool {
        key.starts(with: startBytes)
    }

    /// The identifier in a record's key. Throws `StorageError.damaged`, naming the key, if it isn't valid.
    func id(in key: ArraySlice<UInt8>) throws(StorageError) -> RecordID {
        if let id = RecordID(utf8: key.dropFirst(startBytes.count)) { return id }
        let location = location(of: String(decoding: key, as: UTF8.self))
        throw .damaged(location: location, line: nil, reason: "it doesn't end in a valid identifier")
    }

    /// The location for error messages.
    func location(of key: String) -> String { "“\(key)” in \(layout.location)" }
}

extension RecordID {
    init?(utf8: ArraySlice<UInt8>) {
        guard let id = utf8.withUnsafeBufferPointer({ RecordID(utf8: $0) }) else { return nil }
        self = id
    }
}
