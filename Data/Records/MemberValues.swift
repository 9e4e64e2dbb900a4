import Domain
import Storage

/// A value that is stored as a text.
protocol TextValue: MemberValue {
    /// Nil where the text does not stand for a value.
    init?(text: String)
    var text: String { get }
}

extension TextValue {
    init(from scanner: inout JSONScanner) throws(MemberError) {
        let text = try String(from: &scanner)
        guard let value = Self(text: text) else { throw .wrongValue(text) }
        self = value
    }

    func write(to writer: inout JSONWriter) {
        writer.string(text)
    }
}

extension Identifier: TextValue {
    init?(text: String) { self.init(text) }
    var text: String { description }
}

extension ISBN: TextValue {
    init?(text: String) { try? self.init(text) }
    var text: String { description }
}

extension Day: TextValue {
    init?(text: String) { self.init(text) }
    var text: String { description }
}

extension ReadingStatus: TextValue {
    init?(text: String) { self.init(rawValue: text) }
    var text: String { rawValue }
}

extension Rating: MemberValue {
    init(from scanner: inout JSONScanner) throws(MemberError) {
        let stars = try read { () throws(JSONError) in try scanner.integer() }
        guard let rating = Rating(stars) else { throw .wrongValue("\(stars)") }
        self = rating
    }

    func write(to writer: inout JSONWriter) {
        writer.number(stars)
    }
}

extension String: MemberValue {
    init(from scanner: inout JSONScanner) throws(MemberError) {
        self = try read { () throws(JSONError) in try scanner.string() }
    }

    func write(to writer: inout JSONWriter) {
        writer.string(self)
    }
}

extension Bool: MemberValue {
    init(from scanner: inout JSONScanner) throws(MemberError) {
        self = try read { () throws(JSONError) in try scanner.bool() }
    }

    func write(to writer: inout JSONWriter) {
        writer.bool(self)
    }
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

private func read<Value>(_ read: () throws(JSONError) -> Value) throws(MemberError) -> Value {
    do throws(JSONError) {
        return try read()
    } catch {
        throw .wrongType
    }
}
