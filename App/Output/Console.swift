import Storage

/// Prints the results of a command, and messages beside them.
///
/// All text is made printable first, so stored text never controls a terminal.
@MainActor
final class Console {
    /// How to write for the streams.
    struct Appearance: Sendable {
        /// The program's name, which complaints begin with.
        var program = ""
        /// Whether the results go to a terminal.
        var isTerminal = false
        var width = 80
        var usesColor = false
        var usesColorForMessages = false
        var showsProgress = false
        /// Whether what was printed can be taken back.
        var canClear = false
        var isQuiet = false
    }

    let appearance: Appearance

    private let results: OutputBuffer
    private let messages: OutputBuffer
    private var progressColumns = 0

    init(_ appearance: Appearance, results: OutputBuffer, messages: OutputBuffer) {
        self.appearance = appearance
        self.results = results
        self.messages = messages
    }

    /// A console of one stream for a person to read, wherever it leads: tables are aligned, and messages stand among
    /// the results.
    func narrating() -> Console {
        var appearance = appearance
        appearance.isTerminal = true
        appearance.usesColorForMessages = appearance.usesColor
        appearance.isQuiet = false
        return Console(appearance, results: results, messages: results)
    }

    /// Prints one line of a result.
    func print(_ text: String = "", _ style: Style = .plain) {
        print([Styled(text, style)])
    }

    func print(_ parts: [Styled]) {
        for part in parts {
            let text = part.text.printable
            results.append(appearance.usesColor ? part.style.applied(to: text) : text)
        }
        results.append("\n")
    }

    /// Appends printable lines to the results.
    func append(_ lines: [UInt8]) {
        results.append(lines)
    }

    /// Prints the fields of a result, one below the other.
    func printFields(_ result: some Described) {
        var list = FieldList()
        result.describe(to: &list)
        guard appearance.isTerminal else {
            var writer = TabbedWriter()
            for (name, value) in list.fields {
                writer.value(name)
                writer.value(value)
                writer.endLine()
            }
            return results.append(writer.bytes)
        }
        let width = list.fields.map(\.name.columns).max() ?? 0
        for (name, value) in list.fields {
            print([Styled(name.padded(to: width) + "  ", .faint), Styled(value)])
        }
    }

    func printJSON(_ result: some Described) {
        printJSON { $0.object(result) }
    }

    /// Prints one value as JSON.
    func printJSON(_ write: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        write(&writer)
        pass(on: writer.bytes)
        results.append("\n")
    }

    /// Hands on bytes as they are, for a program or a file. To a terminal they go as printable lines.
    func pass(on bytes: [UInt8]) {
        guard appearance.isTerminal else { return results.append(bytes) }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        results.append(lines.map { String($0).printable }.joined(separator: "\n"))
    }

    /// Says what was done, unless messages are silenced.
    func say(_ text: String) {
        if !appearance.isQuiet { message(Styled(text)) }
    }

    func warn(_ text: String) {
        if !appearance.isQuiet { message(Styled(text, .warning)) }
    }

    /// Says what went wrong.
    func complain(_ text: String) {
        message(Styled("\(appearance.program): ", .bad), Styled(text))
    }

    /// Adds to a complaint.
    func explain(_ text: String) {
        message(Styled("  " + text))
    }

    /// Shows how far something is, in place of what was shown before; nil takes it away.
    func showProgress(_ text: String?) {
        guard appearance.showsProgress, !appearance.isQuiet else { return }
        let text = text?.printable ?? ""
        messages.append("\r" + text.padded(to: progressColumns) + (text.isEmpty ? "\r" : ""))
        messages.flush()
        progressColumns = text.columns
    }

    /// Makes room for something in place of all that was printed, where that can be. Tells whether it has.
    func clear() -> Bool {
        // ECMA-48: CUP, the cursor to the first line and column, and ED, all of the display erased.
        if appearance.canClear { results.append("\u{1B}[H\u{1B}[2J") }
        return appearance.canClear
    }

    /// Writes out all that was printed. Returns what kept results from arriving, if anything did.
    func flush() -> FileError? {
        results.flush()
        messages.flush()
        return results.failure
    }

    private func message(_ parts: Styled...) {
        // Whoever sees both streams in one place sees them in order.
        results.flush()
        for part in parts {
            let text = part.text.printable
            messages.append(appearance.usesColorForMessages ? part.style.applied(to: text) : text)
        }
        messages.append("\n")
        messages.flush()
    }
}

/// A text and how it stands out.
struct Styled {
    let text: String
    let style: Style

    init(_ text: String, _ style: Style = .plain) {
        self.text = text
        self.style = style
    }
}
