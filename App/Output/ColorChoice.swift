/// When to use colour.
enum ColorChoice: String, CaseIterable, Codable, Sendable {
    /// On a terminal that shows colour.
    case auto
    case always
    case never

    /// Whether to use colour on a stream. `--color` decides; then `NO_COLOR` (https://no-color.org), which turns colour
    /// off; then the setting.
    static func usesColor(
        option: ColorChoice?, variables: Variables, preference: ColorChoice, isTerminal: Bool
    ) -> Bool {
        switch option ?? preference {
        case .always: option == .always || variables["NO_COLOR"] == nil
        case .never: false
        case .auto: isTerminal && variables["NO_COLOR"] == nil && variables["TERM"] != "dumb"
        }
    }
}
