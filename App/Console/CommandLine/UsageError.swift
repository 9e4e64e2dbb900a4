/// A command line that can't be understood.
struct UsageError: Error, Equatable {
    enum Reason: Error, Equatable {
        /// Not even the program's own name.
        case noArguments
        case notUTF8(String)
        case unknownCommand(String, suggestion: String?)
        case unknownOption(String, suggestion: String?)
        case missingValue(option: String, valueName: String)
        case valueForFlag(option: String)
        case repeated(option: String)
        case exclusive(String, String)
        case badValue(of: String, value: String, expected: String)
        case missingOperand(String)
        case missingOption(String, valueName: String)
        case extraOperand(String)
    }

    let reason: Reason
    /// The words that name the command, beginning with the program's name.
    let path: [String]

    /// What is wrong, without a full stop.
    var message: String {
        let command = path.dropFirst().joined(separator: " ")
        return switch reason {
        case .noArguments: "the system passed no arguments; is /proc mounted?"
        case .notUTF8(let text): "the argument \"\(text.withoutAddress)\" is not UTF-8"
        case .unknownCommand(let name, let suggestion):
            "unknown command \"\(command.isEmpty ? "" : "\(command) ")\(name.withoutAddress)\"" + Self.offer(suggestion)
        case .unknownOption(let name, let suggestion):
            "unknown option \"\(name.withoutAddress)\"" + Self.offer(suggestion)
        case .missingValue(let option, let valueName): "\(option) needs a value: \(option) \(valueName)"
        case .valueForFlag(let option): "\(option) takes no value"
        case .repeated(let option): "\(option) can be given only once"
        case .exclusive(let first, let second): "\(first) and \(second) exclude each other"
        case .badValue(let name, let value, let expected):
            "\(name) can't be \"\(value)\": it takes \(expected)"
        case .missingOperand(let name): "\(command) needs \(name)"
        case .missingOption(let name, let valueName): "\(command) needs \(name) \(valueName)"
        case .extraOperand(let text): "unexpected argument \"\(text.withoutAddress)\"; quote values that contain spaces"
        }
    }

    /// Where to read more.
    var hint: String {
        let help = "try \"\(path.joined(separator: " ")) --help\""
        // No option has a space in its name.
        guard case .unknownOption(let name, let suggestion) = reason, suggestion == nil || name.contains(" ") else {
            return help
        }
        return help + "; a text that begins with a hyphen goes last, after --"
    }

    /// The end of a message that names what may have been meant.
    static func offer(_ suggestion: String?) -> String {
        suggestion.map { "; did you mean \"\($0)\"?" } ?? ""
    }
}
