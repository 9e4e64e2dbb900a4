/// When to use colour.
enum ColorChoice: String, CaseIterable, Codable, Sendable {
    /// On a terminal that shows colour.
    case auto
    case always
    case never
}

extension ColorChoice {
    /// Whether to colour what goes to a stream: as `--color` says; otherwise never where `NO_COLOR` is set
    /// (https://no-color.org); otherwise as the setting says. `auto` means a terminal that shows colour.
    ///
    /// The variables are read only where they count.
    static func usesColor(
        option: ColorChoice?, variables: @autoclosure () -> [String: String], preference: ColorChoice, isTerminal: Bool
    ) -> Bool {
        func isRefused() -> Bool { variables()["NO_COLOR"].map { !$0.isEmpty } ?? false }
        switch option ?? preference {
        case .always: return option == .always || !isRefused()
        case .never: return false
        case .auto: return isTerminal && !isRefused() && variables()["TERM"] != "dumb"
        }
    }
}
