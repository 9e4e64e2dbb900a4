import Storage

extension String {
    /// A value in JSON as people write it, or its first `limit` characters, on one line: without quotation marks and brackets.
    /// "none" for no value and for an empty one.
    init(json: String?, limit: Int = 60) {
        let json = json ?? ""
        let text = try? JSONScanner.scan(Array(json.utf8)) { value throws(JSONError) in
            switch json.first {
            case "\"": try value.string()
            case "[": try value.strings().joined(separator: ", ")
            case "{": try value.members().joined(separator: ", ")
            case "t", "f": try value.bool() ? "yes" : "no"
            default: try value.json().replacing(/\.0$/, with: "")
            }
        }
        let words = (text ?? json).split(whereSeparator: \.isNewline).joined(separator: " ")
        self = words.isEmpty ? "none" : words.count > limit ? words.prefix(limit) + "…" : words
    }
}

extension JSONScanner {
    fileprivate mutating func members() throws(JSONError) -> [String] {
        var members: [String] = []
        try object { name, value throws(JSONError) in
            members.append("\(try name.text()) \(String(json: try value.json(), limit: .max))")
        }
        return members
    }
}
