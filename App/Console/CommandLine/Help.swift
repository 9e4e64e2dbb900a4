/// The help on a command or a group of commands, made from its description. It begins with examples.
struct Help<Options: SharedOptions> {
    /// The words that name it, beginning with the program's name.
    let path: [String]

    func text(on tree: CommandTree) -> String {
        switch tree {
        case .command(_, let type): text(on: type)
        case .group(let group): text(on: group)
        }
    }

    private func text<C: CommandArguments>(on type: C.Type) -> String {
        let syntax = C.syntax
        var sections = [self.examples(syntax.examples), syntax.summary]
        sections.append(section("Usage", lines(of: usage(of: syntax))))
        if !syntax.options.isEmpty { sections.append(section("Options", list(syntax.options.map(\.entry)))) }
        sections.append(section("Options for every command", list(Options.syntax.map(\.entry))))
        if let rows = syntax.rows {
            sections.append(
                section("Columns in a pipe or file, separated by tabs", [rows.fieldNames.joined(separator: ", ")]))
        }
        sections += syntax.notes
        return sections.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    private func text(on group: CommandGroup) -> String {
        let word = path.joined(separator: " ")
        let help = path.count == 1 ? [("help", "Explains a command.")] : []
        let usual = group.view.map { "\($0) on a terminal, otherwise \(group.usual)" } ?? group.usual
        let sections = [
            examples(group.examples),
            group.summary,
            section("Usage", ["\(word) <command> [<options>]    (without a command: \(usual))"]),
            section("Commands", list(group.members.map { ($0.name, $0.summary) } + help)),
            section("Options for every command", list(Options.syntax.map(\.entry))),
            path.count == 1 ? section("Options for help", list(Options.helpSyntax.map(\.entry))) : "",
            "\"\(word) <command> --help\" explains a command.",
        ]
        return sections.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    private func usage<Root>(of syntax: Syntax<Root>) -> [String] {
        var words = path + syntax.operands.map(\.usage).filter { !$0.isEmpty }
        for options in syntax.choices {
            let choices = options.map(\.usage).joined(separator: " | ")
            words.append(options[0].isRequired ? choices : "[\(choices)]")
        }
        return words
    }

    /// The words on as few lines as possible, of at most a hundred columns each before they are indented.
    private func lines(of words: [String]) -> [String] {
        words.reduce(into: [""]) { lines, word in
            let line = lines.removeLast()
            if line.isEmpty {
                lines.append(word)
            } else if line.count + word.count < 100 {
                lines.append(line + " " + word)
            } else {
                lines += [line, "    " + word]
            }
        }
    }

    private func examples(_ lines: [String]) -> String {
        section("Examples", lines.map { "\(path[0]) \($0)" })
    }

    private func section(_ title: String, _ lines: [String]) -> String {
        lines.isEmpty ? "" : ([title + ":"] + lines.map { "  " + $0 }).joined(separator: "\n")
    }

    private func list(_ entries: [(term: String, explanation: String)]) -> [String] {
        let width = entries.map(\.term.count).max() ?? 0
        return entries.map { $0.term + String(repeating: " ", count: width + 2 - $0.term.count) + $0.explanation }
    }
}

extension OptionSyntax {
    /// The option with its value.
    var term: String {
        "--" + name + (valueName.map { " " + $0 } ?? "")
    }

    fileprivate var usage: String {
        term + (isRepeatable ? "…" : "")
    }

    var entry: (term: String, explanation: String) {
        (term, summary + (isRepeatable ? "; repeatable" : ""))
    }
}
