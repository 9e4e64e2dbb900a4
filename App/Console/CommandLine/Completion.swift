/// What an unfinished value can become.
enum Completion {
    case nothing
    /// Put together only when they are asked for.
    case words(() -> [Candidate], areAll: Bool = false)
    /// Paths of files, which the shell knows.
    case files
    /// Names that the program looks up each time.
    case names(@Sendable (NameRequest) async -> [Candidate])
    /// The part after the last separator; what is before it stays.
    indirect case after(Character, Completion)
    /// Words with conditions among them: for each name before a colon, what can follow.
    case conditions([String: Completion])
    /// Depends on the operand before it.
    case following(() -> [String: Completion])

    struct Candidate: Equatable {
        var text: String
        var explanation = ""
    }

    /// `areAll` if the value can be no other word.
    static func words(_ texts: @autoclosure @escaping () -> [String], areAll: Bool = false) -> Completion {
        .words({ texts().map { Candidate(text: $0) } }, areAll: areAll)
    }
}

extension Completion {
    /// The same names, in quotation marks if they have spaces.
    fileprivate var quoted: Completion {
        guard case .names(let names) = self else { return self }
        return .names { request in
            await names(request).map { name in
                name.text.contains(" ") ? Candidate(text: "\"\(name.text)\"", explanation: name.explanation) : name
            }
        }
    }
}

/// What a program is told to look names up.
struct NameRequest: Sendable {
    /// The text to complete; empty for all names.
    let word: String
    /// The values of options on the line, by their names.
    let options: [(name: String, value: String)]
    let variables: Variables
}

extension SharedOptions {
    /// The options with these values, by their names. Wrong and unknown ones have no effect.
    init(_ values: [(name: String, value: String)]) {
        self.init()
        for (name, value) in values { try? Self.syntax.first { $0.name == name }?.set(&self, value) }
    }
}

/// Finds what can complete the last word of a command line, by the syntax of the commands it names. The line may be
/// wrong in any way: where nothing is known, nothing is offered.
struct Completer<Options: SharedOptions> {
    /// The values of options among the words before the last: `--directory`, for example, says where names are looked
    /// up.
    private(set) var values: [(name: String, value: String)] = []
    private(set) var completion = Completion.nothing
    /// The beginning of the last word, which stays: `--name=`, for example.
    private(set) var start = ""
    /// The end of the last word, which is completed.
    private(set) var word: String

    private var given: Set<String> = []
    private var operands: [String] = []
    private var onlyOperands = false
    /// Whether the line begins with the word `help`.
    private var hasHelp = false

    /// `words` leave out the program's own name; the last is being typed, and may be empty.
    init(_ words: [String], of program: CommandGroup) {
        word = words.last ?? ""
        var tree = CommandTree.group(program)
        var option: OptionSyntax<Void>?
        for argument in words.dropLast() {
            if let name = option?.name {
                values.append((name, argument))
                option = nil
            } else if argument == "--", !onlyOperands {
                onlyOperands = true
            } else if argument.isOption, !onlyOperands {
                let (name, value) = argument.nameAndValue
                given.insert(name)
                option = value == nil ? options(tree).first { $0.name == name && $0.valueName != nil } : nil
                if let value { values.append((name, value)) }
            } else if case .group(let group) = tree {
                if argument == "help", group.name == program.name, !hasHelp {
                    hasHelp = true
                } else if let member = group.members.first(where: { $0.name == argument }) {
                    tree = member
                } else {
                    return
                }
            } else {
                operands.append(argument)
            }
        }
        if let option {
            completion = option.completion
        } else if word.isOption || word == "-", !onlyOperands {
            completeOption(of: tree)
        } else if case .group(let group) = tree {
            let help = group.name == program.name && !hasHelp ? [Completion.Candidate.help] : []
            completion = .words({ group.members.map { .init(text: $0.name, explanation: $0.summary) } + help })
        } else if !hasHelp {
            completion = operandCompletion(of: tree.syntax.operands)
        }
        narrow()
    }

    private func options(_ tree: CommandTree) -> [OptionSyntax<Void>] {
        tree.syntax.options + (Options.syntax + (hasHelp ? Options.helpSyntax : [])).map(\.described)
    }

    private mutating func completeOption(of tree: CommandTree) {
        let (name, value) = word.nameAndValue
        let options = options(tree)
        if let value {
            completion = options.first { $0.name == name }?.completion ?? .nothing
            start = String(word.dropLast(value.count))
            word = value
            return
        }
        let excluded = tree.syntax.exclusive.filter { !given.isDisjoint(with: $0) }.joined()
        let possible = options.filter { $0.isRepeatable || !given.contains($0.name) }
            .filter { given.contains($0.name) || !excluded.contains($0.name) }
        completion = .words({ possible.map { .init(text: "--" + $0.name, explanation: $0.summary) } })
    }

    private func operandCompletion(of syntax: [OperandSyntax<Void>]) -> Completion {
        guard let operand = operands.count < syntax.count ? syntax[operands.count] : syntax.last(where: \.isRepeatable)
        else { return .nothing }
        return operand.completion
    }

    /// Resolves what depends on other words.
    private mutating func narrow() {
        switch completion {
        case .after(let separator, let rest):
            if let index = word.lastIndex(of: separator) {
                start += word[...index]
                word = String(word[word.index(after: index)...])
            }
            completion = rest
        case .conditions(let completions):
            guard let part = word.conditionParts.last else { break }
            let isQuoted = part.name == nil && word[part.start...].hasPrefix("\"")
            start += word[..<part.start]
            word = part.value
            if isQuoted {
                completion = .nothing
                return
            }
            completion =
                part.name.map { (completions[$0] ?? .nothing).quoted }
                ?? .words(completions.keys.sorted().map { $0 + ":" })
            narrow()
        case .following(let choices):
            completion = operands.last.flatMap { choices()[$0] } ?? .nothing
            narrow()
        case .nothing, .words, .files, .names: break
        }
    }
}

extension Completion.Candidate {
    fileprivate static var help: Self { Self(text: "help", explanation: "Explains a command.") }

    /// Whether the text begins with what was typed; case doesn't matter.
    func begins(with word: String) -> Bool {
        text.lowercased().hasPrefix(word.lowercased())
    }
}
