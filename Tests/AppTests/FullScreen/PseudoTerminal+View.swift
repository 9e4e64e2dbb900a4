extension PseudoTerminal {
    /// Types keys, and waits until the full-screen view has handled them and drawn the result: it handles keys in order,
    /// and Control-L makes it clear the screen. What it stores or reads because of them may still be under way.
    func press(_ text: String) async throws {
        let clearings = screen.clearings
        await type(text + "\u{C}")
        try await until { $0.clearings > clearings }
    }
}

extension TerminalEmulator {
    /// Whether the full-screen view is shown.
    var isFullScreen: Bool { isAlternate && !text.isEmpty }
}
