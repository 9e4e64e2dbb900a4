/// The size of a terminal, in characters.
struct TerminalSize: Hashable, Sendable {
    let columns: Int
    /// Nil if unknown, as on some serial terminals.
    let lines: Int?
}
