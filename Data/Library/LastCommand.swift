public import Domain

/// The last command that changed a library, and what undoing it does.
public struct LastCommand: Sendable {
    /// As the library was told; may be empty.
    public let name: String
    /// Seconds since 1970; nil if the library had no clock.
    public let time: Int?
    /// Whether it was taken back already, so that undoing brings it back.
    public let isTakenBack: Bool
    /// Whether an undo of it began and hasn't ended, so that undoing carries on.
    public let isInterrupted: Bool
    /// Ordered by type, as in the schema, and by identifier.
    public let effects: [UndoEffect]
    /// Why it can't be undone; nil if it can.
    public let refusal: UndoError?
    /// The copy of a damaged file that undoing puts back, if the command was a repair.
    public let damagedFile: String?
    /// How many units of work undoing takes.
    public let units: Int
    /// Its record, which tells it from any other command.
    let json: [UInt8]

    init(_ record: UndoRecord, _ json: [UInt8], effects: [UndoEffect] = [], refusal: UndoError? = nil) {
        (name, time, damagedFile) = (record.command ?? "", record.time, record.repaired)
        (isTakenBack, isInterrupted, units) = (!record.takesBack, record.isInterrupted, record.next.count)
        (self.json, self.effects, self.refusal) = (json, effects, refusal)
    }
}

/// What undoing a command does to one entity.
public struct UndoEffect: Sendable {
    public enum Change: String, CaseIterable, Sendable {
        case removed, changed, restored
    }

    public let change: Change
    public internal(set) var entity: EntityName
    /// The record that is removed, or the one that the entity has afterwards.
    public let json: [UInt8]
    /// The names of the members that change, with their values in JSON before and after; nil for none.
    public let members: [(name: String, before: String?, after: String?)]
    let references: [EntityReference]
}

/// An entity, as messages name it.
public struct EntityName: Hashable, Sendable {
    /// What people call its type, in the singular, and the name of its type in JSON.
    public let noun: String
    public let plural: String
    public let id: String
    /// Its first text, or those of the entities that it refers to; empty if it has none.
    public internal(set) var text: String
}

/// Why a command can't be undone. Nothing was changed, unless units before were kept.
public enum UndoError: Error, Hashable {
    /// Another command has changed the library since.
    case superseded
    /// This was changed since, by another program.
    case changedSince(EntityName)
    /// An entity would have what another one has, and only one can have. `member` is its name in JSON.
    case taken(EntityName, member: String, by: EntityName)
    /// An entity would refer to one that the library lacks.
    case missing(EntityName, for: EntityName)
    /// An entity refers to one that would be removed.
    case inUse(by: EntityName)
    /// A newer version changed records of this kind, which this version doesn't know.
    case unknownKind(String)
    /// Some of what it takes is gone.
    case incomplete
    case library(LibraryError)
}

/// A reference to an entity, by its type and its identifier.
struct EntityReference: Hashable, Sendable {
    let type: ObjectIdentifier
    let id: String
}
