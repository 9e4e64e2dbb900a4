/// When to use colour.
enum ColorChoice: String, CaseIterable, Codable, Sendable {
    /// On a terminal that shows colour.
    case auto
    case always
    case never

    /// Whether to use colour on a stream. `--color always` and `--color never` decide; then the variables:
    /// `FORCE_COLOR` (https://force-color.org) turns colour on, `NO_COLOR` (https://no-color.org) and the value `dumb`
    /// of `TERM` turn it off; then the setting, which `--color auto` overrides.
    static func usesColor(
        option: ColorChoice?, variables: Variables, preference: ColorChoice, isTerminal: Bool
    ) -> Bool {
        if let option, option != .auto { return option == .always }
        if variables["FORCE_COLOR"] != nil { return true }
        if variables["NO_COLOR"] != nil || variables["TERM"] == "dumb" { return false }
        return switch option ?? preference {
        case .always: true
        case .never: false
        case .auto: isTerminal
        }
    }
}
