/// A section at the end of a manual page, with a list of terms.
struct ManualSection {
    /// In capitals, as is usual in manual pages.
    let title: String
    let entries: [(term: String, explanation: String)]
}

/// A manual page on a command or a group of commands, made from its description: mdoc macros for `mandoc` and `groff`
/// (the manual pages mdoc(7) and mandoc_char(7)).
struct ManualPage<Options: SharedOptions> {
    /// The words that name it, beginning with the program's name.
    let path: [String]
    /// The release date of this version, such as "January 1, 2026".
    let date: String
    /// The sections after the description.
    let sections: [ManualSection]

    func text(on tree: CommandTree) -> String {
        var page = Roff()
        page.macro("Dd", date)
        page.macro("Dt", path.joined(separator: "-").uppercased(), "1")
        page.macro("Os")
        page.macro("Sh", "NAME")
        page.macro("Nm", path.joined(separator: "-"))
        let summary = tree.summary.hasSuffix(".") ? String(tree.summary.dropLast()) : tree.summary
        page.macro("Nd", summary.prefix(1).lowercased() + summary.dropFirst())
        page.macro("Sh", "SYNOPSIS")
        page.macro("Nm", path.joined(separator: " "))
        switch tree {
        case .command:
            usage(of: tree.syntax, to: &page)
            page.macro("Sh", "DESCRIPTION")
            description(of: tree.syntax, to: &page)
        case .group(let group):
            page.macro("Op", "Ar", "command", "Op", "Ar", "argument", "...")
            page.macro("Sh", "DESCRIPTION")
            page.text(group.summary)
            page.text("Without a command: \(group.view.map { "\($0) on a terminal, otherwise " } ?? "")\(group.usual).")
            page.macro("Pp")
            page.text("Options for every command:")
            list(Options.syntax.map(\.described), to: &page)
            page.macro("Sh", "COMMANDS")
            for member in group.members { command(member, [member.name], to: &page) }
        }
        for section in sections {
            page.macro("Sh", section.title)
            page.macro("Bl", "-tag", "-width", "Ds")
            for (term, explanation) in section.entries {
                page.macro("It", term)
                page.text(explanation)
            }
            page.macro("El")
        }
        if case .group = tree {
            page.macro("Sh", "EXAMPLES")
            examples(tree.syntax.examples, to: &page)
        }
        return page.text
    }

    private func command(_ tree: CommandTree, _ words: [String], to page: inout Roff) {
        if case .group(let group) = tree {
            for member in group.members { command(member, words + [member.name], to: &page) }
        } else {
            page.macro("Ss", words.joined(separator: " "))
            page.macro("Nm", (path + words).joined(separator: " "))
            usage(of: tree.syntax, to: &page)
            page.macro("Pp")
            description(of: tree.syntax, to: &page)
        }
    }

    private func usage(of syntax: Syntax<Void>, to page: inout Roff) {
        for operand in syntax.operands where !operand.usage.isEmpty {
            let name = ["Ar", operand.name] + (operand.usage.contains("…") ? ["..."] : [])
            page.macro(operand.isRequired ? name : ["Op"] + name)
        }
        for choices in syntax.choices {
            let words = choices.map { $0.words + ($0.isRepeatable ? ["..."] : []) }.joined(separator: ["|"])
            page.macro(choices[0].isRequired ? Array(words) : ["Op"] + words)
        }
    }

    private func description(of syntax: Syntax<Void>, to page: inout Roff) {
        page.text(syntax.summary)
        if !syntax.options.isEmpty { list(syntax.options, to: &page) }
        for note in syntax.notes {
            page.macro("Pp")
            page.text(note)
        }
        examples(syntax.examples, to: &page)
    }

    private func list(_ options: [OptionSyntax<Void>], to page: inout Roff) {
        page.macro("Bl", "-tag", "-width", "Ds")
        for option in options {
            page.macro(["It"] + option.words)
            page.text(option.entry.explanation)
        }
        page.macro("El")
    }

    private func examples(_ lines: [String], to page: inout Roff) {
        page.macro("Bd", "-literal", "-offset", "indent")
        for line in lines { page.line("\(path[0]) \(line)") }
        page.macro("Ed")
    }
}

extension OptionSyntax {
    /// The option and its value, as macros and their arguments.
    fileprivate var words: [String] {
        ["Fl", "-" + name] + (valueName.map { ["Ar", $0.split { "<>".contains($0) }.joined()] } ?? [])
    }
}

/// Lines for roff. Text is escaped.
private struct Roff {
    private(set) var text = ""

    mutating func macro(_ name: String, _ arguments: String...) {
        macro([name] + arguments)
    }

    /// A line of macros and arguments. Quotes an argument that contains spaces.
    mutating func macro(_ words: [String]) {
        let line = words.map { $0.contains(" ") ? "\"\(Self.escaped($0))\"" : Self.escaped($0, isArgument: true) }
        text += "." + line.joined(separator: " ") + "\n"
    }

    /// Text, with a line for each sentence, as roff needs it.
    mutating func text(_ text: String) {
        for line in text.split(separator: "\n") {
            var rest = line
            while let end = rest.firstRange(of: ". ") {
                self.line(rest[..<end.lowerBound] + ".")
                rest = rest[end.upperBound...]
            }
            self.line(rest)
        }
    }

    /// A line of text. Escapes a leading full stop or apostrophe, which would make it a roff request.
    mutating func line(_ line: some StringProtocol) {
        text += (line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" : "") + Self.escaped(String(line)) + "\n"
    }

    /// Escapes hyphens, so that they are still hyphens when copied from the page. A hyphen that begins an argument is
    /// left as it is, because it may mark a flag of the macro.
    private static func escaped(_ text: String, isArgument: Bool = false) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\e"
            case "\"": escaped += "\\(dq"
            case "-": escaped += isArgument && escaped.isEmpty ? "-" : "\\-"
            case _ where scalar.isASCII: escaped.unicodeScalars.append(scalar)
            default:
                let code = String(scalar.value, radix: 16, uppercase: true)
                escaped += "\\[u" + String(repeating: "0", count: max(0, 4 - code.count)) + code + "]"
            }
        }
        return escaped
    }
}
