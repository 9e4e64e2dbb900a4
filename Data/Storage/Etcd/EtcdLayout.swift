/// The keys of a store in etcd. All begin with the prefix and two slashes, which no other prefix contains, so that one
/// store may lie beside or below another:
///
/// | key | value |
/// | --- | --- |
/// | `<plural>/<id>` | the record |
/// | `format` | the name of the application and the version of the format |
/// | `lookup/<key name>/<key value>/<id>` | nothing; the record has that lookup key |
/// | `marks/<plural>` | nothing; written when a record of the kind is deleted |
/// | `units/<slot>` | stamps of the latest units of work that wrote there |
///
/// The keys order as the identifiers do.
struct EtcdLayout: Sendable {
    private let root: String
    private let application: String
    /// The address of the store, for messages.
    let location: String

    /// What this program writes, and the latest version it can read.
    static let version = 1
    static let slots = 64

    init(_ address: EtcdAddress, application: String) {
        root = "\(address.prefix ?? application)//"
        self.application = application
        location = address.description
    }

    var format: String { "\(root)format" }

    func folder(of kind: RecordKind) -> EtcdFolder { EtcdFolder(kind, root: root, location: location) }

    /// One of the keys where units of work leave their stamps.
    func slot(_ number: Int) -> String { "\(units)\(number)" }

    /// What the keys of the slots begin with.
    var units: String { "\(root)units/" }

    /// Everything but what is there for the store's own use: the records of all kinds, and the format.
    var records: [EtcdRange] {
        let own = ["lookup/", "marks/", "units/"].map { root + $0 }
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

    /// Throws unless the value is this format, in a version that this program can read.
    func checkFormat(_ value: [UInt8]) throws(StorageError) {
        var name: String?
        var version: Int?
        do throws(JSONError) {
            try JSONScanner.scan(value) { scanner throws(JSONError) in
                try scanner.object { member, value throws(JSONError) in
                    switch member {
                    case "format": name = try value.string()
                    case "version": version = try value.integer()
                    default: try value.skip()
                    }
                }
            }
        } catch {
            name = nil
        }
        guard name == application, let version, version > 0 else {
            throw .notAStore(location: location, reason: "“\(format)” is something else")
        }
        guard version <= Self.version else {
            throw .newerVersion(location: location, found: version, known: Self.version)
        }
    }
}

/// The keys of the records of one kind.
struct EtcdFolder: Sendable {
    let kind: RecordKind
    private let root: String
    /// What the keys of the records begin with.
    let start: String
    private let startBytes: [UInt8]
    private let location: String

    fileprivate init(_ kind: RecordKind, root: String, location: String) {
        self.kind = kind
        self.root = root
        self.location = location
        start = "\(root)\(kind.plural)/"
        startBytes = Array(start.utf8)
    }

    /// All records, ordered by identifier.
    var range: EtcdRange { .under(start) }

    /// The same in parts, in order, which a server can read side by side. The cuts suit identifiers of lower-case
    /// letters and digits.
    var parts: [EtcdRange] {
        let cuts = ["", "5", "b", "g", "n", "v"].map { "\(start)\($0)" } + [EtcdRange.end(of: start)]
        return zip(cuts, cuts.dropFirst()).map { EtcdRange(start: Array($0.utf8), end: Array($1.utf8)) }
    }

    func key(_ id: RecordID) -> String { "\(start)\(id)" }

    /// Written whenever a record is deleted, because a range does not show when it lost a key.
    var mark: String { "\(root)marks/\(kind.plural)" }

    /// The keys of all records that have that lookup key; each ends in an identifier.
    func lookups(_ key: LookupKey) -> String { "\(root)lookup/\(key.name)/\(key.value)/" }

    func holds(_ key: ArraySlice<UInt8>) -> Bool {
        key.starts(with: startBytes)
    }

    /// The identifier in the key of a record. Throws `StorageError.damaged`, naming the key, where there is none.
    func id(in key: ArraySlice<UInt8>) throws(StorageError) -> RecordID {
        if let id = RecordID(utf8: key.dropFirst(startBytes.count)) { return id }
        let location = location(of: String(decoding: key, as: UTF8.self))
        throw .damaged(location: location, line: nil, reason: "it names no \(kind.singular)")
    }

    /// For messages.
    func location(of key: String) -> String { "“\(key)” in \(location)" }
}

extension RecordID {
    init?(utf8: ArraySlice<UInt8>) {
        guard let id = utf8.withUnsafeBufferPointer({ RecordID(utf8: $0) }) else { return nil }
        self = id
    }
}
