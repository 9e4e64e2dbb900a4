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

extension ISBN: TextValue {
    init?(text: String) { try? self.init(text) }
    var text: String { description }

    init?(_ listed: ListedValue, _ reading: inout ListReading) throws(MemberError) {
        if case .cells(let cells) = listed {
            self.init(cells: cells, &reading)
        } else {
            self.init(cells: try listed.text(&reading).map { [$0] } ?? [], &reading)
        }
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

extension ReadingStatus: TextValue {
    init?(text: String) { self.init(rawValue: text) }
    var text: String { rawValue }

    init?(_ listed: ListedValue, _ reading: inout ListReading) throws(MemberError) {
        guard let cell = try listed.text(&reading), let status = reading.status(cell) else { return nil }
        self = status
    }
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

    /// Rounds stars to the nearest whole number, halves up, but to no less than one. 0 means no rating, as in all known
    /// exports.
    init?(_ listed: ListedValue, _ reading: inout ListReading) throws(MemberError) {
        let cell: ListedCell?
        switch listed {
        case .number(let number): cell = ListedCell(column: reading.member, text: number)
        case .cell, .cells: cell = try listed.text(&reading)
        case .text, .texts, .bool, .named, .other: throw .wrongType
        }
        guard let cell else { return nil }
        guard let stars = Double(cell.text), (0...5).contains(stars) else {
            reading.keep(cell.text, of: cell.column, .wrongRating(cell.text))
            return nil
        }
        guard stars > 0, let rating = Rating(max(1, Int(stars + 0.5))) else { return nil }
        if stars != Double(rating.stars) {
            reading.keep(cell.text, of: cell.column, .roundedRating(cell.text, stars: rating.stars))
        }
        self = rating
    }

    var cell: String? { "\(stars)" }
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

extension BookDetails: MemberValue {
    init(from scanner: inout JSONScanner) throws(MemberError) {
        let texts = try read { () throws(JSONError) in try scanner.namedStrings() }
        self.init()
        for (name, text) in texts {
            guard let name = DetailName(name) else { throw .wrongValue(name) }
            add(text, named: name)
        }
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            for detail in all {
                writer.name(detail.name.description)
                writer.string(detail.text)
            }
        }
    }

    var isAbsent: Bool { isEmpty }

    init?(_ listed: ListedValue, _ reading: inout ListReading) throws(MemberError) {
        guard case .named(let texts) = listed else { throw .wrongType }
        self.init()
        for (column, text) in texts {
            if let name = DetailName(column: column) { add(text, named: name) }
        }
    }

    var cell: String? { nil }
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

private func read<Value>(_ read: () throws(JSONError) -> Value) throws(MemberError) -> Value {
    do {
        return try read()
    } catch {
        throw .wrongType
    }
}
