import Domain
import Storage

/// Visits the members of a record, in the order in which they are written, to read, write or list them.
protocol MemberVisitor {
    associatedtype Failure: Error

    /// Visits a member. If it isn't required and the record lacks it, `value` stays as it is.
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

/// The value of a member.
protocol MemberValue {
    /// Reads the next value. Throws `MemberError.wrongType`, and `.wrongValue` if the value breaks a rule of the type.
    init(from scanner: inout JSONScanner) throws(MemberError)

    /// Reads the next value, whose texts are tidy. Throws the same errors.
    init(tidyIn scanner: inout JSONScanner) throws(MemberError)

    func write(to writer: inout JSONWriter)

    /// Whether there is nothing to write.
    var isAbsent: Bool { get }
}

extension MemberValue {
    init(tidyIn scanner: inout JSONScanner) throws(MemberError) { try self.init(from: &scanner) }

    var isAbsent: Bool { false }
}

/// Why a member can't be read.
enum MemberError: Error, Hashable {
    case missing
    /// Not JSON of the right type.
    case wrongType
    /// The text of a value that breaks a rule of the type.
    case wrongValue(String)
    /// Not of one member: the members together break that rule of the entity.
    case brokenRule(String)
}

/// Why a record is not a valid entity.
struct RecordError: Error, Hashable {
    let member: String
    let reason: MemberError

    /// A text for messages, which names the member as the file does.
    var explanation: String {
        switch reason {
        case .missing: "“\(member)” is missing"
        case .wrongType: "“\(member)” is of the wrong type"
        case .wrongValue(let value): "“\(member)” can't be “\(value)”"
        case .brokenRule(let rule): "it breaks the rule “\(rule)”"
        }
    }
}
