/// The style of a text where colour is used.
enum Style: Sendable {
    case plain
    case strong
    case faint
    case good
    case warning
    case bad

    /// The text between the ANSI sequences (ECMA-48, SGR) that turn the style on and off.
    func applied(to text: String) -> String {
        switch self {
        case .plain: text
        case .strong: "\u{1B}[1m\(text)\u{1B}[0m"
        case .faint: "\u{1B}[2m\(text)\u{1B}[0m"
        case .good: "\u{1B}[32m\(text)\u{1B}[0m"
        case .warning: "\u{1B}[33m\(text)\u{1B}[0m"
        case .bad: "\u{1B}[31m\(text)\u{1B}[0m"
        }
    }
}
