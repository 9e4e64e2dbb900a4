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

    func write(to writer: inout JSONWriter) {
        writer.string(text)
    }

    var cell: String? { text }
}

/// A member that may have no value.
extension Optional: MemberValue where Wrapped: MemberValue {
    init(from scanner: inout JSONScanner) throws(MemberError) {
        self = try Wrapped(from: &scanner)
    }

    func write(to writer: inout JSONWriter) {
        self?.write(to: &writer)
    }

    var isAbsent: Bool { self == nil }

    init?(_ listed: ListedValue, _ reading: inout ListReading) throws(MemberError) {
        guard let value = try Wrapped(listed, &reading) else { return nil }
        self = value
    }

    var cell: String? { self?.cell ?? "" }
}

extension Identifier: TextValue {
    init?(text: String) { self.init(text) }
    var text: String { description }

    init?(_ listed: ListedValue, _ reading: inout ListReading) throws(MemberError) {
        guard let cell = try listed.text(&reading) else { return nil }
        guard let id = Self(cell.text) else {
            reading.keep(cell.text, of: cell.column)
            return nil
        }
        self = id
    }
}

extension Day: TextValue {
    init?(text: String) { self.init(text) }
    var text: String { description }

    init?(_ listed: ListedValue, _ reading: inout ListReading) throws(MemberError) {
        guard let cell = try listed.text(&reading) else { return nil }
        guard let day = Day(cell.text) ?? reading.day(cell.text) else {
            reading.keep(cell.text, of: cell.column, .wrongDay(cell.text))
            return nil
        }
        // A time or a remark after the day.
        if cell.text.contains(where: { $0 == "T" || $0 == " " }) { reading.keep(cell.text, of: cell.column) }
        self = day
    }
}

extension String: MemberValue {
    init(from scanner: inout JSONScanner) throws(MemberError) {
        self = try read { () throws(JSONError) in try scanner.string() }
    }

    func write(to writer: inout JSONWriter) {
        writer.string(self)
    }

    init?(_ listed: ListedValue, _ reading: inout ListReading) throws(MemberError) {
        guard let cell = try listed.text(&reading) else { return nil }
        self = cell.text
    }

    var cell: String? { self }
}

extension Bool: MemberValue {
    init(from scanner: inout JSONScanner) throws(MemberError) {
        self = try read { () throws(JSONError) in try scanner.bool() }
    }

    func write(to writer: inout JSONWriter) {
        writer.bool(self)
    }

    init?(_ listed: ListedValue, _ reading: inout ListReading) throws(MemberError) {
        switch listed {
        case .bool(let value): self = value
        case .cell, .cells:
            guard let cell = try listed.text(&reading) else { return nil }
            switch cell.text.lowercased() {
            case "true", "yes", "y", "1", "x": self = true
            case "false", "no", "n", "0": self = false
            default:
                reading.keep(cell.text, of: cell.column)
                return nil
            }
        case .text, .texts, .number, .named, .other: throw .wrongType
        }
    }

    var cell: String? { self ? "true" : "false" }
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

    init?(_ listed: ListedValue, _ reading: inout ListReading) throws(MemberError) {
        switch listed {
        case .texts(let texts): self = texts
        case .cell(let cell): self = Self(inOwnCell: cell)
        case .cells(let cells): self = cells.flatMap { Self(inCell: $0.text) }
        case .text, .number, .bool, .named, .other: throw .wrongType
        }
    }

    var cell: String? { ownCell }
}

/// The result of `read`; another type of JSON value is an error.
func read<Value>(_ read: () throws(JSONError) -> Value) throws(MemberError) -> Value {
    do {
        return try read()
    } catch {
        throw .wrongType
    }
}
