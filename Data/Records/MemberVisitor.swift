import Domain
import Storage

/// Passes over the members of a record, one after the other, in the order in which they are written: to read them, to
/// write them, or to list their names.
protocol MemberVisitor {
    associatedtype Failure: Error

    /// A member of the record. Where `isRequired` is false, a record may lack it; then `value` stays as it is.
    mutating func member<Value: MemberValue>(
        _ name: StaticString, _ value: inout Value, isRequired: Bool
    ) throws(Failure)
}

extension MemberVisitor {
    mutating func required<Value: MemberValue>(_ name: StaticString, _ value: inout Value) throws(Failure) {
        try member(name, &value, isRequired: true)
    }

    mutating func optional<Value: MemberValue>(_ name: StaticString, _ value: inout Value) throws(Failure) {
        try member(name, &value, isRequired: false)
    }
}

/// What a member of a record holds.
protocol MemberValue {
    /// Reads the value that comes next. Throws `MemberError.wrongValue` for one that breaks a rule of the type.
    init(from scanner: inout JSONScanner) throws(MemberError)

    func write(to writer: inout JSONWriter)

    /// Whether there is nothing to write.
    var isAbsent: Bool { get }

    /// Reads the value in a list, which a person or another program may have written: nil, and perhaps a warning, where
    /// it holds none. Throws `MemberError.wrongType`.
    init?(_ listed: ListedValue, _ warnings: inout [ImportWarning]) throws(MemberError)

    /// The value in a cell of the project's own table.
    var cell: String { get }
}

extension MemberValue {
    var isAbsent: Bool { false }
}

/// Why a member can't be read.
enum MemberError: Error, Hashable {
    case missing
    /// Not JSON of the right type.
    case wrongType
    /// A value that the type does not have, as it is written.
    case wrongValue(String)
}

/// Why a record is not a valid entity.
struct RecordError: Error, Hashable {
    let member: String
    let reason: MemberError

    /// For people; `member` in it is the name in the file.
    var explanation: String {
        switch reason {
        case .missing: "“\(member)” is missing"
        case .wrongType: "“\(member)” is of the wrong type"
        case .wrongValue(let value): "“\(member)” can't be “\(value)”"
        }
    }
}
