import Domain
import Storage

/// A member's value that lists of books have.
protocol ListedMember: MemberValue {
    /// Reads a value from a list, which a person or another program may have written. Passes text that the type can't
    /// hold to `reading`. Returns nil if nothing is left. Throws `MemberError.wrongType`.
    init?(_ listed: ListedValue, _ reading: inout ListReading) throws(MemberError)
}

extension Optional: ListedMember where Wrapped: ListedMember {
    init?(_ listed: ListedValue, _ reading: inout ListReading) throws(MemberError) {
        guard let value = try Wrapped(listed, &reading) else { return nil }
        self = value
    }
}

extension Identifier: ListedMember {
    init?(_ listed: ListedValue, _ reading: inout ListReading) throws(MemberError) {
        guard let cell = try listed.text(&reading) else { return nil }
        guard let id = Self(cell.text) else {
            reading.keep(cell.text, of: cell.column)
            return nil
        }
        self = id
    }
}

extension Day: ListedMember {
    init?(_ listed: ListedValue, _ reading: inout ListReading) throws(MemberError) {
        guard let cell = try listed.text(&reading) else { return nil }
        reading.hints.note(cell.text)
        guard let day = Day(cell.text) ?? reading.day(cell.text) else {
            reading.keep(cell.text, of: cell.column, reading.warning(ofDay: cell.text))
            return nil
        }
        // A time or a remark after the day.
        if cell.text.contains(where: { $0 == "T" || $0 == " " }), !cell.text.isDayWithMonth {
            reading.keep(cell.text, of: cell.column)
        }
        self = day
    }
}

extension String: ListedMember {
    init?(_ listed: ListedValue, _ reading: inout ListReading) throws(MemberError) {
        guard let cell = try listed.text(&reading) else { return nil }
        self = cell.text
    }
}

extension Bool: ListedMember {
    init?(_ listed: ListedValue, _ reading: inout ListReading) throws(MemberError) {
        switch listed {
        case .bool(let value): self = value
        case .cell, .cells, .text, .number, .texts:
            guard let cell = try listed.text(&reading) else { return nil }
            switch cell.text.lowercased() {
            case "true", "yes", "y", "1", "x": self = true
            case "false", "no", "n", "0": self = false
            default:
                reading.keep(cell.text, of: cell.column)
                return nil
            }
        case .named, .other: throw .wrongType
        }
    }
}

extension [String]: ListedMember {
    init?(_ listed: ListedValue, _ reading: inout ListReading) throws(MemberError) {
        switch listed {
        case .texts(let texts): self = texts
        case .cell(let cell): self = Self(inOwnCell: cell)
        case .cells(let cells) where reading.member == "authors": self = cells.flatMap { reading.authors($0.text) }
        case .cells(let cells): self = cells.flatMap { Self(inCell: $0.text) }
        case .text(let text) where reading.member == "authors" && reading.options.authors != nil:
            self = reading.authors(text)
        case .text(let text):
            // One name may have a comma; a shelf hardly has.
            let isName = reading.member == "authors" && !text.contains(";") && !text.contains(" | ")
            self = isName ? text.commaSeparatedNames : Self(inCell: text)
        case .number(let number): self = [number]
        case .bool, .named, .other: throw .wrongType
        }
    }
}

extension ISBN: ListedMember {
    init?(_ listed: ListedValue, _ reading: inout ListReading) throws(MemberError) {
        switch listed {
        case .cells(let cells): self.init(cells: cells, &reading)
        case .texts(let texts):
            let column = reading.member
            self.init(cells: texts.map { ListedCell(column: column, text: $0) }, &reading)
        case .cell, .text, .number, .bool, .named, .other:
            self.init(cells: try listed.text(&reading).map { [$0] } ?? [], &reading)
        }
    }
}

extension ReadingStatus: ListedMember {
    init?(_ listed: ListedValue, _ reading: inout ListReading) throws(MemberError) {
        guard let cell = try listed.text(&reading), let status = reading.status(cell) else { return nil }
        self = status
    }
}

extension Rating: ListedMember {
    /// Rounds stars to the nearest whole number, halves up, but to no less than one. 0 means no rating, as in all known
    /// exports.
    init?(_ listed: ListedValue, _ reading: inout ListReading) throws(MemberError) {
        guard let cell = try listed.text(&reading) else { return nil }
        guard let stars = Double(stars: cell.text), (0...Double(Rating.allowedStars.upperBound)).contains(stars) else {
            reading.keep(cell.text, of: cell.column, .wrongRating(cell.text))
            return nil
        }
        guard stars > 0, let rating = Rating(max(1, Int(stars + 0.5))) else { return nil }
        if stars != Double(rating.stars) {
            reading.keep(cell.text, of: cell.column, .roundedRating(cell.text, stars: rating.stars))
        }
        self = rating
    }
}

extension Bounded: ListedMember {
    init?(_ listed: ListedValue, _ reading: inout ListReading) throws(MemberError) {
        guard let cell = try listed.text(&reading) else { return nil }
        guard let number = Int(cell.text).flatMap({ Self($0) }) else {
            reading.keep(cell.text, of: cell.column, .wrongNumber(cell.text, Limits.allowed))
            return nil
        }
        self = number
    }
}

/// A cell has them like names: `goodreads:5107; calibre:9fc1`. A text that isn't a source is kept as a detail.
extension BookSources: ListedMember {
    init?(_ listed: ListedValue, _ reading: inout ListReading) throws(MemberError) {
        self.init()
        switch listed {
        case .other(let json):
            let sources = Array(json.utf8).withUnsafeBufferPointer { bytes in
                var scanner = JSONScanner(bytes)
                return try? BookSources(from: &scanner)
            }
            guard let sources else {
                reading.keep(json)
                return
            }
            // A table of them couldn't be read again.
            if sources.all.contains(where: { $0.description.utf8.contains(0) }) { throw .wrongType }
            self = sources
        case .cell(let cell):
            for text in [String](inOwnCell: cell) {
                if let source = BookSource(text) { add(source) } else { reading.keep(text.tidied) }
            }
        case .cells, .text, .texts, .number, .bool, .named: reading.keep(listed.description)
        }
    }
}

extension BookDetails: ListedMember {
    init?(_ listed: ListedValue, _ reading: inout ListReading) throws(MemberError) {
        self.init()
        for (column, text) in try listed.named {
            if let name = DetailName(column: column) { add(text, named: name) }
        }
    }
}
