import Domain
import Storage

/// A value that is stored as a text.
protocol TextValue: MemberValue {
    /// Nil if `text` is not a valid value.
    init?(text: String)
    var text: String { get }
}

extension TextValue {
    init(from scanner: inout JSONScanner) throws(MemberError) {
        let text = try String(from: &scanner)
        guard let value = Self(text: text) else { throw .wrongValue(text) }
        self = value
    }

    func write(to writer: inout JSONWriter) { writer.string(text) }
}

/// A choice is stored as its raw value.
extension TextValue where Self: RawRepresentable<String> {
    init?(text: String) { self.init(rawValue: text) }
    var text: String { rawValue }
}

/// A member that may have no value.
extension Optional: MemberValue where Wrapped: MemberValue {
    init(from scanner: inout JSONScanner) throws(MemberError) { self = try Wrapped(from: &scanner) }

    func write(to writer: inout JSONWriter) { self?.write(to: &writer) }

    var isAbsent: Bool { self == nil }
}

extension Identifier: TextValue {
    init?(text: String) { self.init(text) }
    var text: String { description }
}

extension Day: TextValue {
    init?(text: String) { self.init(text) }
    var text: String { description }
}

extension String: MemberValue {
    init(from scanner: inout JSONScanner) throws(MemberError) {
        self = try read { () throws(JSONError) in try scanner.string() }
    }

    func write(to writer: inout JSONWriter) { writer.string(self) }
}

extension Int: MemberValue {
    init(from scanner: inout JSONScanner) throws(MemberError) {
        self = try read { () throws(JSONError) in try scanner.integer() }
    }

    func write(to writer: inout JSONWriter) { writer.number(self) }
}

extension Bounded: MemberValue {
    init(from scanner: inout JSONScanner) throws(MemberError) {
        let number = try Int(from: &scanner)
        guard let bounded = Self(number) else { throw .wrongValue("\(number)") }
        self = bounded
    }

    func write(to writer: inout JSONWriter) { writer.number(number) }
}

/// Infinity and "not a number" can't be stored: the type of a member that may have them needs a rule against them.
extension Double: MemberValue {
    init(from scanner: inout JSONScanner) throws(MemberError) {
        let text = try read { () throws(JSONError) in try scanner.number() }
        guard let number = Double(text), number.isFinite else { throw .wrongValue(text) }
        self = number
    }

    func write(to writer: inout JSONWriter) {
        precondition(isFinite, "\(self) can't be stored as JSON")
        writer.raw(description.utf8)
    }
}

extension Bool: MemberValue {
    init(from scanner: inout JSONScanner) throws(MemberError) {
        self = try read { () throws(JSONError) in try scanner.bool() }
    }

    func write(to writer: inout JSONWriter) { writer.bool(self) }
}

extension [String]: MemberValue {
    init(from scanner: inout JSONScanner) throws(MemberError) {
        self = try read { () throws(JSONError) in try scanner.strings() }
    }

    func write(to writer: inout JSONWriter) {
        writer.array { writer in
            for text in self { writer.string(text) }
        }
    }
}

/// The result of `read`; another type of JSON value is an error.
func read<Value>(_ read: () throws(JSONError) -> Value) throws(MemberError) -> Value {
    do {
        return try read()
    } catch {
        throw .wrongType
    }
}
