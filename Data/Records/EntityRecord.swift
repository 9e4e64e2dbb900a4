import Domain

/// An entity as it is stored: plain values under the names that the stored formats have, apart from all rules.
///
/// It is `Codable`, for every format that is read and written as a whole. The journal, which is read most, has a
/// quicker way to the same fields.
protocol EntityRecord: Codable, Sendable {
    associatedtype Entity: LibraryEntity

    /// What the stored formats call an entity of this type.
    static var kind: String { get }

    init(_ entity: Entity)

    /// Reads an object. Unknown members are passed over; of two with the same name the first counts.
    init(from scanner: inout JSONScanner) throws(JSONError)

    /// Writes the members of an object, the identifier first.
    func write(to writer: inout JSONWriter)

    /// Whether this version of the program knows a member of that name. Others are kept as they are.
    static func knows(_ name: JSONName) -> Bool

    /// A text that every record with that key contains as it is; nil where there is none.
    static func mark(of key: Entity.LookupKey) -> String?

    /// The entity, held against its rules.
    func entity() throws(RecordError) -> Entity
}

extension EntityRecord {
    /// The record as an object, with those members of the record it replaces that this version does not know.
    func json(keepingUnknownOf old: ArraySlice<UInt8>?) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            write(to: &writer)
            old?.withUnsafeBufferPointer { buffer in
                var scanner = JSONScanner(buffer)
                // The record has been read before, so this does not fail; if it did, there would be nothing to keep.
                try? scanner.object { name, value throws(JSONError) in
                    let range = try value.skip()
                    guard !Self.knows(name) else { return }
                    writer.name(try name.text())
                    writer.raw(buffer[range])
                }
            }
        }
        return writer.bytes
    }
}

extension EntityRecord {
    /// The entity whose record is all of `json`.
    static func entity(in json: [UInt8]) throws(RecordError) -> Entity {
        let record: Self
        do throws(JSONError) {
            record = try JSONScanner.scan(json) { scanner throws(JSONError) in try Self(from: &scanner) }
        } catch {
            throw RecordError(member: "record", reason: .missing)
        }
        return try record.entity()
    }
}

/// An entity that has a stored form.
protocol StoredEntity: LibraryEntity {
    associatedtype Record: EntityRecord where Record.Entity == Self
}

/// Why a record is no entity.
struct RecordError: Error, Hashable {
    let member: String
    let reason: Reason

    enum Reason: Hashable {
        case missing
        case wrongValue(String)
    }

    static func missing(_ member: String) -> RecordError {
        RecordError(member: member, reason: .missing)
    }

    /// For people; `member` in it is the name in the file.
    var explanation: String {
        switch reason {
        case .missing: "“\(member)” is missing"
        case .wrongValue(let value): "“\(member)” can't be “\(value)”"
        }
    }
}

/// What `text` stands for, under the rules of `read`; nil where there is no text.
func value<Value>(
    of text: String?, _ member: String, _ read: (String) -> Value?
) throws(RecordError) -> Value? {
    guard let text else { return nil }
    guard let value = read(text) else { throw RecordError(member: member, reason: .wrongValue(text)) }
    return value
}

/// The same, where there must be a text.
func requiredValue<Value>(
    of text: String?, _ member: String, _ read: (String) -> Value?
) throws(RecordError) -> Value {
    guard let value = try value(of: text, member, read) else { throw .missing(member) }
    return value
}
