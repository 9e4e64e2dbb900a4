/// The style of a text where colour is used.
enum Style: Sendable {
    case plain
    case strong
    case faint
    case good
    case warning
    case bad

    /// The number that turns the style on (ECMA-48, SGR); nil for plain text.
    var attribute: Int? {
        switch self {
        case .plain: nil
        case .strong: 1
        case .faint: 2
        case .good: 32
        case .warning: 33
        case .bad: 31
        }
    }

    /// The text between the ANSI sequences that turn the style on and off.
    func applied(to text: String) -> String {
        attribute.map { "\u{1B}[\($0)m\(text)\u{1B}[0m" } ?? text
    }
}
