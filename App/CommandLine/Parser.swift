/// What a command line asks for.
enum Request: Sendable {
    case run(any Command, GlobalOptions)
    /// The help on a command or a group, and the words by which it is called.
    case help(CommandTree, path: [String])
    case version
}

/// Reads a command line by the syntax of the commands it names.
///
/// Options are long, may stand before or after operands, and take their value as the next argument or behind `=`.
/// Behind `--` everything is an operand. Nothing is abbreviated and nothing guessed.
struct Parser {
    private var rest: ArraySlice<String>
    private var global = GlobalOptions()
    /// The options so far, in order.
    private var given: [String] = []
    private var path: [String] = []
    private var onlyOperands = false

    /// What `arguments`, which leave out the program's own name, ask of `program`.
    static func request(_ arguments: [String], of program: CommandGroup) throws(UsageError) -> Request {
        var parser = Parser(rest: arguments[...])
        return try parser.request(of: program)
    }

    private init(rest: ArraySlice<String>) {
        self.rest = rest
    }

    private mutating func request(of group: CommandGroup) throws(UsageError) -> Request {
        var nothing = Nothing()
        guard let name = try read(into: &nothing, [], stopsAtOperand: true).first else {
            if let request = information(on: .group(group)) { return request }
            return try request(of: group.usual)
        }
        if path.isEmpty, name == "help" {
            global.wantsHelp = true
            return try request(of: group)
        }
        guard let member = group.members.first(where: { $0.name == name }) else {
            let known = group.members.map(\.name) + (path.isEmpty ? ["help"] : [])
            throw error(.unknownCommand(name, suggestion: suggestion(for: name, among: known)))
        }
        path.append(name)
        switch member {
        case .command(let type): return try request(of: type)
        case .group(let inner): return try request(of: inner)
        }
    }

    private mutating func request<C: Command>(of type: C.Type) throws(UsageError) -> Request {
        let syntax = C.syntax
        var command = C()
        let operands = try read(into: &command, syntax.options, stopsAtOperand: false)
        if let request = information(on: .command(type)) { return request }
        for group in syntax.exclusive {
            let both = given.filter(group.contains)
            if both.count > 1 { throw error(.exclusive("--" + both[0], "--" + both[1])) }
        }
        try distribute(operands, over: syntax.operands, into: &command)
        do {
            try command.check()
        } catch {
            throw self.error(error.reason)
        }
        for option in syntax.options where option.isRequired && !given.contains(option.name) {
            throw error(.missingOption("--" + option.name, valueName: option.valueName ?? ""))
        }
        return .run(command, global)
    }

    private func information(on tree: CommandTree) -> Request? {
        if global.wantsHelp { return .help(tree, path: path) }
        return global.wantsVersion ? .version : nil
    }

    private func error(_ reason: UsageError.Reason) -> UsageError {
        UsageError(reason: reason, command: path)
    }
}

/// Where only the options that are everywhere can stand.
private struct Nothing {}

extension Parser {
    /// Sets the options of `root` and the global ones, and returns the operands: all, or only the first.
    private mutating func read<Root>(
        into root: inout Root, _ options: [OptionSyntax<Root>], stopsAtOperand: Bool
    ) throws(UsageError) -> [String] {
        let globals = GlobalOptions.syntax
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
            } else if let option = globals.first(where: { $0.name == name }) {
                var changed = global
                try read(option, value, into: &changed)
                global = changed
            } else {
                let known = (options.map(\.name) + globals.map(\.name)).map { "--" + $0 }
                let written = argument.hasPrefix("--") ? "--" + name : argument
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
            throw self.error(.badValue(of: name, value: value, expected: error.expected))
        }
    }

    private func distribute<Root>(
        _ operands: [String], over places: [OperandSyntax<Root>], into root: inout Root
    ) throws(UsageError) {
        var operands = operands[...]
        for place in places {
            let isMissing: Bool
            let texts: ArraySlice<String>
            switch place.count {
            case .one, .optional:
                texts = operands.prefix(1)
                isMissing = texts.isEmpty && place.count == .one
            case .oneOrMore, .words, .optionalWords:
                texts = operands
                isMissing = texts.isEmpty && place.count != .optionalWords
            }
            if isMissing { throw error(.missingOperand("<\(place.name)>")) }
            operands = operands.dropFirst(texts.count)
            do {
                try place.set(&root, Array(texts))
            } catch {
                let value = texts.joined(separator: " ")
                throw self.error(.badValue(of: "<\(place.name)>", value: value, expected: error.expected))
            }
        }
        if let extra = operands.first { throw error(.extraOperand(extra)) }
    }
}

extension String {
    /// Begins with a hyphen, but is neither a lone one, which means standard input, nor a negative number.
    fileprivate var isOption: Bool {
        guard utf8.first == UInt8(ascii: "-"), let second = utf8.dropFirst().first else { return false }
        return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second)
    }

    /// The parts of `--name=value`.
    fileprivate var nameAndValue: (name: String, value: String?) {
        let text = drop { $0 == "-" }
        guard let sign = text.firstIndex(of: "=") else { return (String(text), nil) }
        return (String(text[..<sign]), String(text[text.index(after: sign)...]))
    }
}
