import Domain

/// Which keys a library has in etcd. All begin with the prefix of its address and two slashes, which no other prefix
/// has in it, so that one library may lie beside or below another:
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
    /// What all keys begin with.
    private let root: String
    /// The address of the library, for people.
    let place: String
    let books: EtcdFolder<Book>
    let borrowers: EtcdFolder<Borrower>
    let loans: EtcdFolder<Loan>

    /// What this program writes, and the latest it can read.
    static let version = 1

    init(_ address: EtcdAddress) {
        root = "\(address.prefix)//"
        place = address.description
        books = EtcdFolder(root: root, place: place)
        borrowers = EtcdFolder(root: root, place: place)
        loans = EtcdFolder(root: root, place: place)
    }

    var format: String { "\(root)format" }

    /// All entities, and the format; nothing else.
    var entities: EtcdRange { .from("\(root)books/", through: "\(root)loans/") }

    /// The same in parts, in order, each with about as many books: a server reads parts side by side.
    var partsOfEntities: [EtcdRange] {
        let cuts =
            ["\(root)books/"] + ["5", "b", "g", "n", "v"].map { "\(root)books/\($0)" } + [entities.end ?? ""]
        return zip(cuts, cuts.dropFirst()).map { EtcdRange(start: $0, end: $1) }
    }

    /// One of a few keys, where a unit of work writes down that it was carried out.
    func slot(_ number: Int) -> String { "\(root)units/\(number)" }

    static let slots = 64

    /// All of them.
    var units: EtcdRange { .under("\(root)units/") }

    var formatValue: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("format", "bookshelf")
            writer.member("version", Self.version)
        }
        return writer.bytes
    }

    /// Throws where the value is not this format, or one of its later versions.
    func checkFormat(_ value: [UInt8]) throws(StoreError) {
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
    /// The plural that the keys of its type have.
    static var folder: String { get }
    /// What the keys it is looked up by have in their middle.
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

/// The entities of one type: their keys, and what lies there.
struct EtcdFolder<Entity: EtcdEntity>: Sendable {
    private let root: String
    /// What the keys of the entities begin with.
    private let start: String
    private let place: String

    init(root: String, place: String) {
        self.root = root
        self.place = place
        start = "\(root)\(Entity.folder)/"
    }

    /// All of them, ordered by identifier.
    var range: EtcdRange { .under(start) }

    func key(_ id: Entity.ID) -> String { "\(start)\(id)" }

    /// Written whenever an entity of the type is deleted: a range that lacks a key doesn't tell since when.
    var mark: String { "\(root)marks/\(Entity.folder)" }

    func lookup(_ key: Entity.LookupKey) -> EtcdRange { .under("\(root)lookup/\(Entity.name(of: key))/") }

    /// The keys by which an entity is looked up.
    func lookups(_ entity: Entity) -> Set<String> {
        Set(entity.lookupKeys.map { "\(root)lookup/\(Entity.name(of: $0))/\(entity.id)" })
    }

    func holds(_ entry: EtcdKeyValue) -> Bool { entry.key.hasPrefix(start) }

    /// The identifier that a key names. Throws `StoreError.damaged`, naming the key.
    func id(of entry: EtcdKeyValue) throws(StoreError) -> Entity.ID {
        guard entry.key.utf8.count == start.utf8.count + 12, let id: Entity.ID = entry.lastIdentifier() else {
            throw damage(entry, "it names no \(Entity.Record.kind)")
        }
        return id
    }

    /// The entity that lies there. Throws `StoreError.damaged`, naming the key.
    func entity(in entry: EtcdKeyValue) throws(StoreError) -> Entity {
        let id = try id(of: entry)
        let entity: Entity
        do throws(RecordError) {
            entity = try Entity.Record.entity(in: entry.value)
        } catch {
            throw damage(entry, error.explanation)
        }
        guard entity.id == id else { throw damage(entry, "its “id” is “\(entity.id)”") }
        return entity
    }

    /// What those events, which may be about others too, change here. Throws `StoreError.damaged`, naming the key.
    func changes(by events: [EtcdNews.Event]) throws(StoreError) -> EntityChanges<Entity> {
        var changes = EntityChanges<Entity>()
        for event in events where holds(event.entry) {
            if event.isDeletion {
                changes.delete([try id(of: event.entry)])
            } else {
                changes.save([try entity(in: event.entry)])
            }
        }
        return changes
    }

    private func damage(_ entry: EtcdKeyValue, _ reason: String) -> StoreError {
        .damaged(place: "“\(entry.key)” in \(place)", line: nil, reason: reason)
    }
}

extension EtcdKeyValue {
    /// The identifier with which the key ends, if it does.
    func lastIdentifier<Subject>() -> Identifier<Subject>? {
        var key = key
        return key.withUTF8 { Identifier(utf8: UnsafeBufferPointer(rebasing: $0.suffix(12))) }
    }
}
