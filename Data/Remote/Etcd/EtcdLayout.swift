import Domain

/// Which keys a library has in etcd. All begin with the prefix of its address:
///
/// | key | value |
/// | --- | --- |
/// | `books/<id>`, `borrowers/<id>`, `loans/<id>` | the record, as in the journal |
/// | `format` | the name of the format and its version |
/// | `lookup/isbn/<isbn>/<id>`, `lookup/open/<book>/<id>`, `lookup/openTo/<borrower>/<id>` | nothing |
/// | `marks/books`, `marks/borrowers`, `marks/loans` | nothing; written when one of these is deleted |
/// | `units/<slot>` | the latest units of work that wrote there |
///
/// The order of the keys is that of the identifiers.
struct EtcdLayout: Sendable {
    let prefix: String

    /// What this program writes, and the latest it can read.
    static let version = 1

    var format: String { "\(prefix)/format" }

    /// All entities, and the format; nothing else.
    var entities: EtcdRange { .from("\(prefix)/books/", through: "\(prefix)/loans/") }

    /// The same in parts, in order, each with about as many books: a server reads parts side by side.
    var partsOfEntities: [EtcdRange] {
        let cuts = ["\(prefix)/books/"] + ["8", "g", "r"].map { "\(prefix)/books/\($0)" } + [entities.end ?? ""]
        return zip(cuts, cuts.dropFirst()).map { EtcdRange(start: $0, end: $1) }
    }

    func entities<Entity: EtcdEntity>(_: Entity.Type) -> EtcdRange { .under("\(prefix)/\(Entity.folder)/") }

    func key<Entity: EtcdEntity>(_ id: Entity.ID, of _: Entity.Type) -> String { "\(prefix)/\(Entity.folder)/\(id)" }

    /// Written whenever an entity of that type is deleted: a range that lacks a key doesn't tell since when.
    func mark<Entity: EtcdEntity>(_: Entity.Type) -> String { "\(prefix)/marks/\(Entity.folder)" }

    func lookup<Entity: EtcdEntity>(_ key: Entity.LookupKey, of _: Entity.Type) -> EtcdRange {
        .under("\(prefix)/lookup/\(Entity.name(of: key))/")
    }

    /// The keys by which an entity is looked up.
    func lookups<Entity: EtcdEntity>(_ entity: Entity) -> Set<String> {
        Set(entity.lookupKeys.map { "\(prefix)/lookup/\(Entity.name(of: $0))/\(entity.id)" })
    }

    /// One of a few keys, where a unit of work writes down that it was carried out.
    func slot(_ number: Int) -> String { "\(prefix)/units/\(number)" }

    static let slots = 64

    var formatValue: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("format", "bookshelf")
            writer.member("version", Self.version)
        }
        return writer.bytes
    }

    /// Throws where the value is not this format, or one of its later versions.
    func checkFormat(_ value: [UInt8], place: String) throws(StoreError) {
        var format: String?
        var version: Int?
        do throws(JSONError) {
            try JSONScanner.scan(value) { scanner throws(JSONError) in
                try scanner.object { name, value throws(JSONError) in
                    switch name {
                    case "format": format = try value.string()
                    case "version": version = try value.integer()
                    default: try value.skip()
                    }
                }
            }
        } catch {
            throw .notAStore(place: place, reason: "“\(self.format)” is something else")
        }
        guard format == "bookshelf", let version, version > 0 else {
            throw .notAStore(place: place, reason: "“\(self.format)” is something else")
        }
        guard version <= Self.version else {
            throw .newerVersion(place: place, found: version, known: Self.version)
        }
    }
}

/// An entity as it lies in etcd.
protocol EtcdEntity: StoredEntity {
    /// What the keys of its type begin with.
    static var folder: String { get }
    static func name(of key: LookupKey) -> String
}

extension Book: EtcdEntity {
    static var folder: String { "books" }

    static func name(of key: LookupKey) -> String {
        switch key {
        case .isbn(let isbn): "isbn/\(isbn)"
        }
    }
}

extension Borrower: EtcdEntity {
    static var folder: String { "borrowers" }
    static func name(of key: Never) -> String {}
}

extension Loan: EtcdEntity {
    static var folder: String { "loans" }

    static func name(of key: LookupKey) -> String {
        switch key {
        case .open(let book): "open/\(book)"
        case .openTo(let borrower): "openTo/\(borrower)"
        }
    }
}
