import Storage

extension String {
    /// At most `limit` characters of a value in JSON as people write it, on one line: without quotation marks and brackets.
    /// "none" for no value and for an empty one.
    init(json: String?, limit: Int = 60) {
        let json = json ?? ""
        let text = try? JSONScanner.scan(Array(json.utf8)) { value throws(JSONError) in
            switch json.first {
            case "\"": try value.string()
            case "[": try value.strings().joined(separator: ", ")
            case "{": try value.namedStrings().map { "\($0.name) \($0.text)" }.joined(separator: ", ")
            case "t", "f": try value.bool() ? "yes" : "no"
            default: try value.json()
            }
        }
        let words = (text ?? json).split(whereSeparator: \.isNewline).joined(separator: " ")
        self = words.isEmpty ? "none" : words.count > limit ? words.prefix(limit) + "…" : words
    }
}
