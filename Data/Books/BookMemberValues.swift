import Domain
import Storage

// How the values of a book are stored, and read from lists.

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
