/// What follows a command: operands, options with a value each, and flags.
struct Arguments {
    private(set) var operands: [String] = []
    private(set) var flags: Set<String> = []
    private var values: [String: [String]] = [:]

    /// An option's value follows it, or stands after an equals sign. Throws unless there is an operand for each name, or more
    /// if the first name ends in an ellipsis.
    init(_ words: [String], operands names: [String], options: [String], flags known: [String]) throws(Refusal) {
        var rest = words[...]
        while let word = rest.popFirst() {
            let parts = word.split(separator: "=", maxSplits: 1).map { String($0) }
            if !word.hasPrefix("-") {
                operands.append(word)
            } else if known.contains(word) {
                flags.insert(word)
            } else if let option = parts.first, options.contains(option) {
                guard let value = parts.count > 1 ? parts[1] : rest.popFirst(), !value.hasPrefix("--") else {
                    throw Refusal("\(option) needs a value", "write it after the option")
                }
                values[option, default: []].append(value)
            } else {
                throw Refusal("there is no option \"\(word)\"", "use \((options + known).joined(separator: ", "))")
            }
        }
        guard operands.count <= names.count || names.first?.hasSuffix("…") == true else {
            throw Refusal("unexpected argument \"\(operands[names.count])\"", "quote values that contain spaces")
        }
        guard operands.count >= names.count else {
            throw Refusal("\(names[operands.count]) is missing", "write \(names.joined(separator: " ")), or see --help")
        }
    }

    func all(_ option: String) -> [String] { values[option] ?? [] }

    /// The value of an option that may be given once.
    func one(_ option: String) throws(Refusal) -> String? {
        guard all(option).count < 2 else { throw Refusal("\(option) is given twice", "give it once") }
        return all(option).first
    }
}
