import Domain

extension ColorChoice {
    /// Whether to colour what goes to a stream: as `--color` says; otherwise never where `NO_COLOR` is set
    /// (https://no-color.org); otherwise as the reader has chosen. What is left to us is coloured on a terminal that
    /// knows colour.
    static func usesColor(
        option: ColorChoice?, variables: [String: String], preference: ColorChoice, isTerminal: Bool
    ) -> Bool {
        let isRefused = variables["NO_COLOR"].map { !$0.isEmpty } ?? false
        switch option ?? (isRefused ? .never : preference) {
        case .always: return true
        case .never: return false
        case .auto: return isTerminal && !isRefused && variables["TERM"] != "dumb"
        }
    }
}
