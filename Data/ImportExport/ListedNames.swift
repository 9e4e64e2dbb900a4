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

    /// The names in a cell of this program's own table, as `ownCell` writes them.
    init(inOwnCell cell: String) {
        self = cell.isEmpty ? [] : [""]
        var isEscaped = false
        for scalar in cell.unicodeScalars {
            switch scalar {
            case "\\" where !isEscaped:
                isEscaped = true
                continue
            case ";" where !isEscaped: append("")
            default: self[count - 1].unicodeScalars.append(scalar)
            }
            isEscaped = false
        }
    }

    /// The names separated by `; `, with a backslash before a semicolon or backslash inside a name.
    var ownCell: String {
        map { name in
            var escaped = String.UnicodeScalarView()
            for scalar in name.unicodeScalars {
                if scalar == ";" || scalar == "\\" { escaped.append("\\") }
                escaped.append(scalar)
            }
            return String(escaped)
        }.joined(separator: "; ")
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

    /// `First Last` for `Last, First`; any other text unchanged.
    var firstNameFirst: String {
        let parts = split(separator: ",", omittingEmptySubsequences: false)
        return parts.count == 2 ? "\(parts[1]) \(parts[0])".tidied : self
    }
}
