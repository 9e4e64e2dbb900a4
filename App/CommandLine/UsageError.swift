/// A command line that says nothing the program could do.
struct UsageError: Error, Equatable {
    enum Reason: Equatable {
        case unknownCommand(String, suggestion: String?)
        case unknownOption(String, suggestion: String?)
        case missingCommand(known: [String])
        case missingValue(option: String, valueName: String)
        case valueForFlag(option: String)
        case repeated(option: String)
        case exclusive(String, String)
        case badValue(of: String, value: String, expected: String)
        case missingOperand(String)
        case missingOption(String, valueName: String)
        case extraOperand(String)
        /// What only this command can say.
        case other(String)
    }

    let reason: Reason
    /// The words by which the command is called, without the program's name.
    var command: [String] = []
}

extension UsageError {
    /// What is wrong, as a sentence without an end.
    var message: String {
        switch reason {
        case .unknownCommand(let name, let suggestion):
            "unknown command \"\((command + [name]).joined(separator: " "))\"" + Self.offer(suggestion)
        case .unknownOption(let name, let suggestion):
            "unknown option \"\(name)\"" + Self.offer(suggestion)
        case .missingCommand(let known):
            "\(command.joined(separator: " ")) needs \(known.alternatives) after it"
        case .missingValue(let option, let valueName):
            "\(option) needs a value: \(option) \(valueName)"
        case .valueForFlag(let option):
            "\(option) takes no value"
        case .repeated(let option):
            "\(option) can be given only once"
        case .exclusive(let first, let second):
            "\(first) and \(second) exclude each other"
        case .badValue(let name, let value, let expected):
            "\(name) can't be \"\(value.withoutPassword)\": it takes \(expected)"
        case .missingOperand(let name):
            "\(command.joined(separator: " ")) needs \(name)"
        case .missingOption(let name, let valueName):
            "\(command.joined(separator: " ")) needs \(name) \(valueName)"
        case .extraOperand(let text):
            "there is no place for \"\(text)\"; put quotes around what has several words"
        case .other(let text):
            text
        }
    }

    /// Where to read more.
    var hint: String {
        "try \"" + (["bookshelf"] + command + ["--help"]).joined(separator: " ") + "\""
    }

    private static func offer(_ suggestion: String?) -> String {
        suggestion.map { "; did you mean \"\($0)\"?" } ?? ""
    }
}
