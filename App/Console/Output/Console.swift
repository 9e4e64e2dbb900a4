import Storage

/// Prints the results of a command, and its messages.
///
/// Text is made printable first, so stored text never controls a terminal. Only what `pass(on:)` sends to a pipe or a
/// file stays as it is.
@MainActor
final class Console {
    /// How to write to the streams.
    struct Appearance: Sendable {
        /// The program's name, which complaints begin with.
        var program = ""
        var isJSON = false
        /// Whether the results go to a terminal.
        var isTerminal = false
        /// Whether lists are tables even if the results don't go to a terminal.
        var forcesTables = false
        var width = 80
        /// Whether the width stays when the size of the terminal changes.
        var hasFixedWidth = false
        /// The number of lines of the terminal, if it is known.
        var height: Int?
        var usesColor = false
        var usesColorForMessages = false
        var showsProgress = false
        var canClear = false
        /// What the bars beside numbers in lists of fields are drawn of; nil for no bars. Called only for such a list.
        var barCharacter: @Sendable () -> Character? = { "█" }
        /// Whether progress, messages and warnings of commands are left out.
        var isQuiet = false
        /// Reads the answer to a question; returns nil at the end of the input. Nil where questions can't be asked.
        var answer: (@Sendable () -> String?)?

        /// Whether lists are tables for people, instead of lines for programs.
        var showsTables: Bool { isTerminal || forcesTables }
    }

    private(set) var appearance: Appearance

    private let results: OutputBuffer
    private let messages: OutputBuffer
    private var progressColumns = 0

    init(_ appearance: Appearance, results: OutputBuffer, messages: OutputBuffer) {
        self.appearance = appearance
        self.results = results
        self.messages = messages
    }

    /// A console for a person, as if on a terminal, whose messages go between the results.
    func narrating(isJSON: Bool) -> Console {
        var appearance = appearance
        appearance.isJSON = isJSON
        appearance.isTerminal = true
        appearance.usesColorForMessages = appearance.usesColor
        appearance.isQuiet = false
        return Console(appearance, results: results, messages: results)
    }

    /// Fits later tables into a terminal of that size. Returns whether the size has changed.
    func resize(to size: TerminalSize) -> Bool {
        let before = (appearance.width, appearance.height)
        if !appearance.hasFixedWidth { appearance.width = size.columns }
        appearance.height = size.lines
        return before != (appearance.width, appearance.height)
    }

    /// Prints one line of a result.
    func print(_ text: String = "", _ style: Style = .plain) {
        print([Styled(text, style)])
    }

    func print(_ parts: [Styled]) {
        write(parts, to: results, inColor: appearance.usesColor)
    }

    /// Prints one value as JSON.
    func printJSON(_ write: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        write(&writer)
        pass(on: writer.bytes)
        results.append("\n")
    }

    /// Prints bytes as they are; on a terminal, as printable lines.
    func pass(on bytes: [UInt8]) {
        removeProgress()
        guard appearance.isTerminal else { return results.append(bytes) }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        results.append(lines.map { String($0).printable }.joined(separator: "\n"))
    }

    /// Says what was done.
    func say(_ text: String) {
        if !appearance.isQuiet { message(Styled(text)) }
    }

    func warn(_ text: String) {
        if !appearance.isQuiet { message(Styled(text, .warning)) }
    }

    /// Says what went wrong, with `details` on further lines.
    func complain(_ text: String, details: [String] = []) {
        message(Styled("\(appearance.program): ", .bad), Styled(text))
        for detail in details { message(Styled("  " + detail)) }
    }

    /// Shows `lines` and asks a question about them; anything but "y" or "yes" means no. Returns nil if no one can be
    /// asked.
    func confirm(_ question: String, about lines: [String]) -> Bool? {
        guard let answer = appearance.answer else { return nil }
        for line in lines { message(Styled(line)) }
        messages.append("\(question.printable) [y/N] ")
        messages.flush()
        guard let answer = answer() else {
            messages.append("\n")
            return false
        }
        return ["y", "yes"].contains(answer.lowercased())
    }

    /// Whether to make a change, which needs no question if it `isConfirmed`. Otherwise `confirm` asks about it; where no one
    /// can be asked, it is refused for that reason, or made if there is none. Says so if it is not made; `done` is a word
    /// such as "removed".
    func confirms(
        _ isConfirmed: Bool, _ question: String, about lines: [String], done: String, refusal: String?
    ) -> Bool {
        switch isConfirmed ? true : confirm(question, about: lines) {
        case true?: return true
        case false?: say("Nothing was \(done).")
        case nil:
            guard let refusal else { return true }
            complain(refusal, details: lines)
        }
        return false
    }

    /// Shows progress on a line that the next progress replaces, and that any other output removes.
    func showProgress(_ text: String) {
        guard appearance.showsProgress, !appearance.isQuiet else { return }
        replaceProgress(by: text.printable.fitted(to: appearance.width - 1))
    }

    private func removeProgress() {
        guard progressColumns > 0 else { return }
        replaceProgress(by: "")
        messages.append("\r")
        messages.flush()
    }

    private func replaceProgress(by text: String) {
        messages.append("\r" + text.padded(to: progressColumns))
        messages.flush()
        progressColumns = text.columns
    }

    /// Clears the terminal. Returns false where that is impossible.
    func clear() -> Bool {
        // ECMA-48: CUP moves the cursor to the first line and column, and ED erases the display.
        if appearance.canClear { results.append("\u{1B}[H\u{1B}[2J") }
        return appearance.canClear
    }

    /// Writes everything that was printed. Returns the error if results were lost.
    func flush() -> FileError? {
        removeProgress()
        results.flush()
        messages.flush()
        return results.failure
    }

    private func message(_ parts: Styled...) {
        // Keeps the order if both streams go to the same terminal.
        results.flush()
        write(parts, to: messages, inColor: appearance.usesColorForMessages)
        messages.flush()
    }

    private func write(_ parts: [Styled], to buffer: OutputBuffer, inColor: Bool) {
        removeProgress()
        for part in parts {
            let text = part.text.printable
            buffer.append(inColor ? part.style.applied(to: text) : text)
        }
        buffer.append("\n")
    }
}

/// A text and its style.
struct Styled {
    let text: String
    let style: Style

    init(_ text: String, _ style: Style = .plain) {
        self.text = text
        self.style = style
    }
}
