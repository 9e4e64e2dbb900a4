import Storage

/// The options by which users choose how a program prints.
struct ConsoleOptions: Sendable {
    var isJSON = false
    var color: ColorChoice?
    var isQuiet = false
    /// Whether a screen reader can read what is printed: no full-screen view, and bars of #.
    var isPlain = false
    /// Whether lines may come at any time on standard error. They would spoil progress and a cleared terminal.
    var isTraced = false

    static var syntax: [OptionSyntax<ConsoleOptions>] {
        [
            .flag("json", \.isJSON, "print results as JSON"),
            .value("color", .word("<when>"), \.color, "colour the output: auto, always or never"),
            .flag("quiet", \.isQuiet, "leave out progress, messages and most warnings"),
            .flag("plain", \.isPlain, "print the list instead of the full-screen view, and bars of #"),
            .flag("trace", \.isTraced, "print the calls between layers on standard error"),
        ]
    }

    /// Whether a full-screen view is wanted and the terminal can show it.
    func showsFullScreen(_ variables: Variables) -> Bool {
        let terminal = variables["TERM"]
        return !isPlain && !isJSON && terminal != nil && terminal != "dumb" && ByteStream.standardInput.isTerminal
            && ByteStream.standardOutput.isTerminal
    }
}

extension Console {
    /// The console of a process. `preference` is the user's setting for colour.
    convenience init(
        program: String, _ options: ConsoleOptions, _ variables: Variables, preference: ColorChoice = .auto
    ) {
        let (output, error) = (ByteStream.standardOutput, ByteStream.standardError)
        let usesColor = { (stream: ByteStream) in
            ColorChoice.usesColor(
                option: options.color, variables: variables, preference: preference, isTerminal: stream.isTerminal)
        }
        let canAsk = ByteStream.standardInput.isTerminal && error.isTerminal
        // A pager's terminal is still that of the messages.
        let size = output.size ?? error.size
        // As POSIX, git and curses have it, the variable overrides the size of the terminal.
        let columns = variables["COLUMNS"].flatMap { Int(digits: $0) }.flatMap { $0 > 0 ? $0 : nil }
        let isDumb = variables["TERM"] == "dumb"
        let appearance = Console.Appearance(
            program: program, isJSON: options.isJSON, isTerminal: output.isTerminal,
            forcesTables: options.color == .always, width: columns ?? size?.columns ?? 80,
            hasFixedWidth: columns != nil, height: size?.lines,
            usesColor: usesColor(output), usesColorForMessages: usesColor(error),
            showsProgress: error.isTerminal && !isDumb && !options.isTraced,
            canClear: output.isTerminal && !isDumb && !options.isTraced,
            barCharacter: { variables.barCharacter(isPlain: options.isPlain) }, isQuiet: options.isQuiet,
            answer: canAsk ? { @Sendable in readLine() } : nil)
        self.init(appearance, results: OutputBuffer(write: output.write), messages: OutputBuffer(write: error.write))
    }
}

extension Variables {
    /// What the terminal can draw bars of; nil for no bars.
    fileprivate func barCharacter(isPlain: Bool) -> Character? {
        if self["TERM"] == "dumb" { return nil }
        return isPlain || !usesUTF8 ? "#" : "█"
    }
}

extension Trace {
    /// Prints on standard error, and not before the end of a full-screen view. Nil unless the options ask for a trace.
    convenience init?(_ options: ConsoleOptions) {
        guard options.isTraced else { return nil }
        self.init { SystemProcess.report($0 + "\n") }
    }
}
