import Storage

extension [String] {
    /// The names in a cell of another program's table, separated by semicolons if it has one, otherwise by commas.
    init(inCell cell: String) {
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
