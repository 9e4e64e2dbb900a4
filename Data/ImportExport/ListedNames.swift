import Domain
import Storage

extension [String] {
    /// The names in a cell of another program's table, separated by ` | ` if it occurs, or else by semicolons, or else
    /// by commas.
    init(inCell cell: String) {
        if cell.utf8.contains(UInt8(ascii: "|")), cell.contains(" | ") {
            self = cell.parts(" | ")
            return
        }
        self = cell.utf8.split(separator: cell.utf8.contains(.semicolon) ? .semicolon : .comma).map {
            String(Substring($0))
        }
    }

    /// Whether these parts of names between commas are surnames and first names in turn: "Strunk, William, White, E. B."
    fileprivate var isPairsOfNames: Bool {
        guard count > 2, count.isMultiple(of: 2) else { return false }
        let pairs = stride(from: 0, to: count, by: 2).map { (self[$0], self[$0 + 1]) }
        return pairs.allSatisfy { $0.0.tidied.isOneWord } && pairs.contains { !$0.1.tidied.isOneWord }
    }

    /// With what "&" or "and" separates in the last of these names: "John Smith, Jane Doe and Ann Roe".
    fileprivate var withLastNames: [String] {
        guard let last = last?.tidied else { return self }
        for word in ["& ", "and "] where count > 1 && last.hasPrefix(word) {
            return dropLast() + [String(last.dropFirst(word.count))]
        }
        for word in [" & ", " and "] {
            let names = last.parts(word)
            let isOfGroup = names.contains { $0.parts(" ").contains(where: AuthorName.isOfGroup) }
            if names.count == 2, !isOfGroup, (dropLast() + names).allSatisfy({ !$0.tidied.isOneWord }) {
                return dropLast() + names
            }
        }
        return self
    }

    /// These parts of names between commas, with suffixes such as "Jr." put back to their names.
    var withSuffixes: [String] {
        reduce(into: []) { names, part in
            if part.utf8.count < 8, AuthorName.isSuffix(part.tidied), let last = names.popLast() {
                names.append("\(last), \(part.tidied)")
            } else {
                names.append(part)
            }
        }
    }
}

extension String {
    /// The texts between separators, without empty ones.
    func parts(_ separator: String) -> [String] {
        split(separator: separator).map { String($0) }
    }

    /// The names between the commas of this text, if each has two words or more. Otherwise the text is one name, such
    /// as "Gogol, Nikolai".
    var commaSeparatedNames: [String] {
        let names = parts(",").map(\.tidied)
        return names.allSatisfy { $0.contains(" ") } ? names : [self]
    }

    /// `First Last` for `Last, First`, and `First Last Jr.` for `Last, First, Jr.` and `Last, First Jr.`; any other text
    /// unchanged.
    var firstNameFirst: String {
        var parts = split(separator: ",", omittingEmptySubsequences: false).map { String($0).tidied }
        var suffix = parts.count > 1 && AuthorName.isSuffix(parts[parts.count - 1]) ? parts.removeLast() : ""
        guard parts.count == 2, !parts.joined(separator: " ").parts(" ").contains(where: AuthorName.isOfGroup) else {
            return self
        }
        // "King, Martin Luther Jr."
        var first = parts[1].parts(" ")
        if suffix.isEmpty, first.count > 1, AuthorName.isSuffix(first[first.count - 1]) { suffix = first.removeLast() }
        // "Greenblatt, Stephen (ed.)"
        if let role = first.dropFirst().firstIndex(where: { $0.hasPrefix("(") }) {
            suffix = first[role...].joined(separator: " ") + suffix
            first.removeSubrange(role...)
        }
        return "\(first.joined(separator: " ")) \(parts[0]) \(suffix)".tidied
    }

    /// Whether bars separate names here.
    fileprivate var hasBars: Bool { utf8.contains(UInt8(ascii: "|")) && contains(" | ") }

    /// Whether it is a single word.
    fileprivate var isOneWord: Bool { utf8.split(separator: .space, maxSplits: 1).count == 1 }

    /// Whether this is one or more initials: "J.R.R.", "C. S.".
    fileprivate var isInitials: Bool {
        utf8.contains(UInt8(ascii: "."))
            && split { $0 == "." || $0 == " " || $0 == "-" }.allSatisfy {
                $0.count == 1 && $0.first?.isUppercase == true
            }
    }
}

extension UInt8 {
    /// Whether cells have this byte between names.
    fileprivate var separatesNames: Bool {
        switch self {
        case UInt8(ascii: ","), .semicolon, UInt8(ascii: "|"), UInt8(ascii: "&"), .lineFeed: true
        default: false
        }
    }
}

extension ListReading {
    /// The authors in a cell, separated as the options say, or else as the cell does by itself.
    mutating func authors(_ cell: String) -> [String] {
        // Most cells have one name.
        guard cell.utf8.contains(where: \.separatesNames) else { return isPlain ? [cell].withLastNames : [cell] }
        let byComma = cell.utf8.split(separator: .comma).map { String(Substring($0)) }.withSuffixes
        switch options.authors {
        case .comma: return byComma.withLastNames
        case .semicolon:
            return named((cell.contains(" | ") ? cell.parts(" | ") : cell.parts(";")).map(\.firstNameFirst), cell)
        case .lastFirst: return named(cell.namesLastFirst, cell)
        case nil: break
        }
        if isPlain { hints.note(names: byComma, in: cell) }
        if cell.utf8.contains(.semicolon) || cell.hasBars { return [String](inCell: cell) }
        // In a list of first names and surnames, no name is initials alone.
        let isOne = isPlain && byComma.count == 2 && byComma[1].tidied.isInitials
        return isOne ? [cell.firstNameFirst] : byComma.withLastNames
    }
}

extension ListReading {
    /// Without "et al.", for which a detail keeps the cell.
    private mutating func named(_ names: [String], _ cell: String) -> [String] {
        let known = names.filter { !["et al.", "et al", "others"].contains($0.tidied.lowercased()) }
        if known.count < names.count { keep(cell) }
        return known.isEmpty ? names : known
    }
}

extension String {
    /// The names in a cell, each with the surname first: "Lewis, C. S. and Tolkien, J. R. R.", "Marx, Karl, Engels, Friedrich".
    fileprivate var namesLastFirst: [String] {
        var names = [self]
        for separator in [";", "|", "\n", " & ", " and "] { names = names.flatMap { $0.parts(separator) } }
        return names.flatMap { name in
            let parts = name.parts(",").filter { !$0.tidied.isEmpty }.withSuffixes
            guard parts.count > 2, parts.count.isMultiple(of: 2) else {
                return [parts.joined(separator: ",").firstNameFirst]
            }
            return stride(from: 0, to: parts.count, by: 2).map { "\(parts[$0]),\(parts[$0 + 1])".firstNameFirst }
        }
    }
}

/// What the values of a list tell about how all of it is written.
struct ListHints {
    /// Cells of authors with semicolons; with a surname and first names; with several names between commas.
    private var (semicolons, lastFirst, severalNames) = (0, 0, 0)
    private var hasCommas = false
    /// Days that can only be read in one order, and those that can be read in both.
    private var orders: Set<DayOrder> = []
    private var hasAmbiguousDays = false

    fileprivate mutating func note(names parts: [String], in cell: String) {
        hasCommas = hasCommas || parts.count > 1
        if cell.utf8.contains(.semicolon) || cell.hasBars {
            semicolons += 1
        } else if parts.count > 2, [" & ", " and ", "\n", "|"].contains(where: cell.contains),
            parts.withLastNames.contains(where: { $0.tidied.isOneWord })
        {
            lastFirst += 1
        } else if parts.count == 2,
            parts.contains(where: \.isOneWord)
                || (parts[1].split(separator: " ").last.map(String.init) ?? "").isInitials
        {
            lastFirst += 1
        } else if parts.isPairsOfNames {
            lastFirst += 1
        } else if parts.count > 1 {
            severalNames += 1
        }
    }

    mutating func note(_ day: String) {
        let readings = day.dayReadings
        if readings.count == 1, let order = readings[0].order { orders.insert(order) }
        if readings.count > 1 { hasAmbiguousDays = true }
    }

    mutating func add(_ other: ListHints) {
        semicolons += other.semicolons
        lastFirst += other.lastFirst
        severalNames += other.severalNames
        hasCommas = hasCommas || other.hasCommas
        orders.formUnion(other.orders)
        hasAmbiguousDays = hasAmbiguousDays || other.hasAmbiguousDays
    }

    /// What the list chooses where a part of it could be read in two ways.
    func choices(for options: ImportOptions) -> [ImportChoice] {
        var choices: [ImportChoice] = []
        if options.authors == nil, hasCommas, semicolons + lastFirst > 0 {
            choices.append(.authors(semicolons > 0 ? .semicolon : lastFirst > severalNames ? .lastFirst : .comma))
        }
        if options.dayOrder == nil, hasAmbiguousDays, orders.count == 1, let order = orders.first {
            choices.append(.days(order))
        }
        return choices
    }
}

extension String {
    /// The days that this text can mean if it doesn't begin with the year, with the order of their parts; without an order,
    /// if both give the same day.
    var dayReadings: [(day: Day, order: DayOrder?)] {
        // Most begin with the year.
        guard utf8.prefix(3).contains(where: { !$0.isDigit }) else { return [] }
        let date = prefix { $0 != "T" && $0 != " " }
        let parts = date.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "-" || $0 == "." }
        guard parts.count == 3, parts[0].utf8.count < 3 else { return [] }
        let readings: [(day: Day, order: DayOrder?)] = DayOrder.allCases.compactMap { order in
            Day(cell: self, order: order).map { ($0, order) }
        }
        if readings.count == 2, readings[0].day == readings[1].day { return [(readings[0].day, nil)] }
        // Without a century, the year may be first.
        let isYearFirst = parts[2].utf8.count == 2 && Day(cell: "20\(date)", order: nil) != nil
        return readings.count == 1 && isYearFirst ? readings + readings : readings
    }

    /// Whether this is a day with the name of a month, and nothing else.
    var isDayWithMonth: Bool { split { !$0.isLetter && !$0.isNumber }.count == 3 && Day(withMonth: self) != nil }
}
