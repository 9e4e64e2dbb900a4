import Storage

/// The description of a command or group as JSON, in the form that swift-argument-parser dumps with
/// `--experimental-dump-help` (`ToolInfoV0`, apple/swift-argument-parser,
/// Sources/ArgumentParserToolInfo/ToolInfo.swift).
struct ToolInfo<Options: SharedOptions> {
    /// The words that name it, beginning with the program's name.
    let path: [String]

    func write(_ tree: CommandTree, to json: inout JSONWriter) {
        json.object { json in
            json.member("serializationVersion", 0)
            json.name("command")
            write(tree, path, to: &json)
        }
    }

    private func write(_ tree: CommandTree, _ path: [String], to json: inout JSONWriter) {
        let syntax = tree.syntax
        json.object { json in
            if path.count > 1 { json.member("superCommands", Array(path.dropLast())) }
            json.member("commandName", tree.name)
            json.member("abstract", syntax.summary)
            json.member("shouldDisplay", true)
            if !syntax.notes.isEmpty { json.member("discussion", syntax.notes.joined(separator: "\n\n")) }
            if case .group(let group) = tree {
                json.member("defaultSubcommand", group.usual)
                json.name("subcommands")
                json.array { json in
                    for member in group.members { write(member, path + [member.name], to: &json) }
                }
            }
            json.name("arguments")
            json.array { json in
                for operand in syntax.operands { write(operand, to: &json) }
                for option in syntax.options + Options.syntax.map(\.described) { write(option, to: &json) }
            }
        }
    }

    private func write(_ operand: OperandSyntax<Void>, to json: inout JSONWriter) {
        json.object { json in
            json.member("kind", "positional")
            json.member("valueName", operand.name)
            json.common(
                isShown: !operand.usage.isEmpty, isOptional: !operand.isRequired, isRepeating: operand.takesRest,
                operand.completion)
        }
    }

    private func write(_ option: OptionSyntax<Void>, to json: inout JSONWriter) {
        let long = (kind: "long", name: option.name)
        json.object { json in
            json.member("kind", option.valueName == nil ? "flag" : "option")
            json.name("names")
            json.array { json in
                json.name(long)
                if option.name == "help" { json.name((kind: "short", name: "h")) }
            }
            json.name("preferredName")
            json.name(long)
            if let name = option.valueName {
                json.member("valueName", String(name.drop { $0 == "<" }.reversed().drop { $0 == ">" }.reversed()))
            }
            json.member("abstract", option.summary)
            json.common(
                isShown: true, isOptional: !option.isRequired, isRepeating: option.isRepeatable, option.completion)
        }
    }
}

extension JSONWriter {
    fileprivate mutating func name(_ name: (kind: String, name: String)) {
        object { json in
            json.member("kind", name.kind)
            json.member("name", name.name)
        }
    }

    /// The members that operands and options have in common.
    fileprivate mutating func common(
        isShown: Bool, isOptional: Bool, isRepeating: Bool, _ completion: Completion
    ) {
        member("shouldDisplay", isShown)
        member("isOptional", isOptional)
        member("isRepeating", isRepeating)
        member("parsingStrategy", "default")
        if case .words(let words, areAll: true) = completion { member("allValues", words().map(\.text)) }
    }
}
