/// What a command line asks for.
enum Request<Options: Sendable>: Sendable {
    /// `name` is the command's, of one word or more.
    case run(any CommandArguments, name: String, Options)
    /// The usual command of a program with a full-screen view, because the command line names none.
    case runUsual(any CommandArguments, Options)
    /// Help on a command or group, and the words that name it, beginning with the program's name.
    case help(CommandTree, path: [String], Options)
    case version(Options)
}

/// Reads a command line by the syntax of the commands it names.
///
/// Options begin with two hyphens; one, or more than two, are accepted too. Only `--help` has a short form, `-h`.
/// Options come before or after operands, and take their value as the next argument or after `=`. After `--` everything
/// is an operand. Nothing is abbreviated and nothing guessed.
struct Parser<Options> {
    private var rest: ArraySlice<String>
    private var path: [String]
    private var shared: Options
    /// The options so far, in order.
    private var given: [String] = []
    private var onlyOperands = false
    /// Whether the line begins with the word `help`.
    private var hasHelp = false
}

// An extension, because a constraint on the type itself would be checked at every start, which takes 5 % of the time of
// `--version`.
extension Parser where Options: SharedOptions {
    /// What a whole command line asks of `program`. `commandLine` begins with the program's own name, as
    /// `CommandLine.arguments` does. Throws `noArguments` if it is empty, because the system passed nothing.
    static func request(
        commandLine: [String], of program: CommandGroup
    ) throws(UsageError) -> Request<Options> {
        guard !commandLine.isEmpty else { throw UsageError(reason: .noArguments, path: [program.name]) }
        return try request(Array(commandLine.dropFirst()), of: program)
    }

    /// What `arguments`, which leave out the program's own name, ask of `program`.
    static func request(
        _ arguments: [String], of program: CommandGroup
    ) throws(UsageError) -> Request<Options> {
        var parser = Parser(rest: arguments[...], path: [program.name], shared: Options())
        return try parser.request(of: program)
    }

    private mutating func request(of group: CommandGroup) throws(UsageError) -> Request<Options> {
        var nothing = Nothing()
        let isProgram = path.count == 1
        let given = try read(into: &nothing, [], stopsAtOperand: true).first
        if given == nil, let request = information(on: .group(group)) { return request }
        if isProgram, given == "help" {
            shared.wantsHelp = true
            hasHelp = true
            return try request(of: group)
        }
        let name = given ?? group.usual
        guard let member = group.members.first(where: { $0.name == name }) else {
            let known = group.members.map(\.name) + (isProgram ? ["help"] : [])
            let nearest = group.synonyms()[name.lowercased()] ?? suggestion(for: name, among: known)
            throw error(.unknownCommand(name, suggestion: nearest))
        }
        path.append(name)
        switch member {
        case .command(_, let type):
            if given == nil, group.view != nil { return try usualRequest(member, type) }
            return try request(member, type)
        case .group(let inner): return try request(of: inner)
        }
    }

    private mutating func usualRequest(
        _ tree: CommandTree, _ type: any CommandArguments.Type
    ) throws(UsageError) -> Request<Options> {
        let request = try request(tree, type)
        guard case .run(let command, _, let options) = request else { return request }
        return .runUsual(command, options)
    }

    private mutating func request<C: CommandArguments>(
        _ tree: CommandTree, _ type: C.Type
    ) throws(UsageError) -> Request<Options> {
        let syntax = C.syntax
        var command = C()
        let operands = try read(into: &command, syntax.options, stopsAtOperand: false)
        if let request = information(on: tree) { return request }
        for group in syntax.exclusive {
            let both = given.filter(group.contains)
            guard let second = both.first(where: { $0 != both[0] }) else { continue }
            throw error(.exclusive("--" + both[0], "--" + second))
        }
        try distribute(operands, over: syntax.operands, into: &command)
        do {
            try command.check()
        } catch {
            throw self.error(error)
        }
        for option in syntax.options where option.isRequired && !given.contains(option.name) {
            throw error(.missingOption("--" + option.name, valueName: option.valueName ?? ""))
        }
        return .run(command, name: path.dropFirst().joined(separator: " "), shared)
    }

    private func information(on tree: CommandTree) -> Request<Options>? {
        if shared.wantsHelp { return .help(tree, path: path, shared) }
        return shared.wantsVersion ? .version(shared) : nil
    }

    private func error(_ reason: UsageError.Reason) -> UsageError {
        UsageError(reason: reason, path: path)
    }
}

/// Stands in for a command while the words before its name are read; only shared options are allowed there.
private struct Nothing {}

extension Parser where Options: SharedOptions {
    /// Sets the options of `root` and the shared ones, and returns the operands: all, or only the first.
    private mutating func read<Root>(
        into root: inout Root, _ options: [OptionSyntax<Root>], stopsAtOperand: Bool
    ) throws(UsageError) -> [String] {
        let sharedOptions = hasHelp ? Options.syntax + Options.helpSyntax : Options.syntax
        var operands: [String] = []
        while let argument = rest.popFirst() {
            if onlyOperands || !argument.isOption {
                operands.append(argument)
                if stopsAtOperand { break }
                continue
            }
            if argument == "--" {
                onlyOperands = true
                continue
            }
            let (name, value) = argument == "-h" ? ("help", nil) : argument.nameAndValue
            if let option = options.first(where: { $0.name == name }) {
                try read(option, value, into: &root)
            } else if let option = sharedOptions.first(where: { $0.name == name }) {
                var changed = shared
                try read(option, value, into: &changed)
                shared = changed
            } else {
                let known = (options.map(\.name) + sharedOptions.map(\.name)).map { "--" + $0 }
                let written = String(argument.prefix { $0 == "-" }) + name
                throw error(.unknownOption(written, suggestion: suggestion(for: written, among: known)))
            }
        }
        return operands
    }

    private mutating func read<Root>(
        _ option: OptionSyntax<Root>, _ attached: String?, into root: inout Root
    ) throws(UsageError) {
        let name = "--" + option.name
        if given.contains(option.name), !option.isRepeatable, option.valueName != nil {
            throw error(.repeated(option: name))
        }
        given.append(option.name)
        var value = ""
        if let valueName = option.valueName {
            if let attached {
                value = attached
            } else if let next = rest.first, !next.hasPrefix("--"), next != "-h" {
                value = next
                rest.removeFirst()
            } else {
                throw error(.missingValue(option: name, valueName: valueName))
            }
        } else if attached != nil {
            throw error(.valueForFlag(option: name))
        }
        do {
            try option.set(&root, value)
        } catch {
            throw self.error(.badValue(of: name, value: error.shown(value), expected: error.expected))
        }
    }

    private func distribute<Root>(
        _ texts: [String], over operands: [OperandSyntax<Root>], into root: inout Root
    ) throws(UsageError) {
        var rest = texts[...]
        for operand in operands {
            let own = operand.takesRest ? rest : rest.prefix(1)
            if own.isEmpty, operand.isRequired { throw error(.missingOperand("<\(operand.name)>")) }
            rest = rest.dropFirst(own.count)
            do {
                try operand.set(&root, Array(own))
            } catch {
                let value = own.joined(separator: " ")
                throw self.error(
                    .badValue(of: "<\(operand.name)>", value: error.shown(value), expected: error.expected))
            }
        }
        if let extra = rest.first { throw error(.extraOperand(extra)) }
    }
}

extension String {
    /// Whether it begins with a hyphen, but is neither a single one (standard input) nor a negative number.
    var isOption: Bool {
        guard utf8.first == UInt8(ascii: "-"), let second = utf8.dropFirst().first else { return false }
        return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second)
    }

    /// The parts of `--name=value`.
    var nameAndValue: (name: String, value: String?) {
        let text = drop { $0 == "-" }
        guard let sign = text.firstIndex(of: "=") else { return (String(text), nil) }
        return (String(text[..<sign]), String(text[text.index(after: sign)...]))
    }
}
