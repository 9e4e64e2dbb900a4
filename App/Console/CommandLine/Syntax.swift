/// The one description of a command: its parsing, its help and its errors all follow from it.
///
/// `Root` is what the arguments fill in; each part names the property it sets.
struct Syntax<Root> {
    /// What the command does, in one or two short sentences.
    var summary: String
    /// Complete command lines, without the program's name, the most usual first.
    var examples: [String] = []
    var operands: [OperandSyntax<Root>] = []
    var options: [OptionSyntax<Root>] = []
    /// Names of options that exclude each other.
    var exclusive: [[String]] = []
    /// The rows that the command prints. Help lists their tab-separated values.
    var rows: (any TableRow.Type)?
    /// Paragraphs at the end of the help.
    var notes: [String] = []
}

/// An argument that is known by its position.
struct OperandSyntax<Root> {
    let name: String
    /// How help shows it.
    let usage: String
    let isRequired: Bool
    /// Whether it takes all arguments that are left, instead of one.
    let takesRest: Bool
    /// Whether each argument is a value of its own, rather than all of them one text.
    var isRepeatable = false
    var completion = Completion.nothing
    let set: (inout Root, [String]) throws(BadValue) -> Void

    static func one(_ name: String, _ path: WritableKeyPath<Root, String>, _ completion: Completion = .nothing) -> Self
    {
        one(name, path, .text("").completed(by: completion))
    }

    static func one<Value>(_ name: String, _ path: WritableKeyPath<Root, Value>, _ value: ValueReader<Value>) -> Self {
        Self(
            name: name, usage: "<\(name)>", isRequired: true, takesRest: false, completion: value.completion
        ) { root, texts throws(BadValue) in
            root[keyPath: path] = try value.read(texts[0])
        }
    }

    /// With `isNeeded`, the command itself says that it is missing.
    static func optional<Value>(
        _ name: String, _ value: ValueReader<Value>, _ path: WritableKeyPath<Root, Value?>, isNeeded: Bool = false
    ) -> Self {
        Self(
            name: name, usage: isNeeded ? "<\(name)>" : "[<\(name)>]", isRequired: false, takesRest: false,
            completion: value.completion
        ) { root, texts throws(BadValue) in
            for text in texts { root[keyPath: path] = try value.read(text) }
        }
    }

    /// One that only other parts of the program use. Help doesn't show it.
    static func hidden(_ name: String, _ path: WritableKeyPath<Root, String?>) -> Self {
        Self(name: name, usage: "", isRequired: false, takesRest: false) { root, texts in
            root[keyPath: path] = texts.first
        }
    }

    static func oneOrMore(
        _ name: String, _ path: WritableKeyPath<Root, [String]>, _ completion: Completion = .nothing
    ) -> Self {
        Self(
            name: name, usage: "<\(name)>…", isRequired: true, takesRest: true, isRepeatable: true,
            completion: completion
        ) { $0[keyPath: path] = $1 }
    }

    /// One text whose words need no quotes.
    static func words(
        _ name: String, _ path: WritableKeyPath<Root, String>, _ completion: Completion = .nothing,
        isRequired: Bool = true
    ) -> Self {
        Self(
            name: name, usage: isRequired ? "<\(name)>" : "[<\(name)>…]", isRequired: isRequired, takesRest: true,
            completion: completion
        ) { $0[keyPath: path] = $1.joined(separator: " ") }
    }
}

/// An argument that is known by its name, as in `--width 80`.
struct OptionSyntax<Root> {
    let name: String
    /// How help shows the value; nil for a flag, which takes none.
    let valueName: String?
    let summary: String
    var isRequired = false
    var isRepeatable = false
    var completion = Completion.nothing
    let set: (inout Root, String) throws(BadValue) -> Void

    func required(_ isRequired: Bool) -> Self {
        var option = self
        option.isRequired = isRequired
        return option
    }

    static func flag(_ name: String, _ path: WritableKeyPath<Root, Bool>, _ summary: String) -> Self {
        flag(name, true, path, summary)
    }

    /// A flag that chooses one of several values.
    static func flag<Value>(
        _ name: String, _ value: Value, _ path: WritableKeyPath<Root, Value>, _ summary: String
    ) -> Self {
        Self(name: name, valueName: nil, summary: summary) { root, _ in root[keyPath: path] = value }
    }

    static func value<Value>(
        _ name: String, _ value: ValueReader<Value>, _ path: WritableKeyPath<Root, Value?>, _ summary: String
    ) -> Self {
        Self(
            name: name, valueName: value.valueName, summary: summary, completion: value.completion
        ) { root, text throws(BadValue) in
            root[keyPath: path] = try value.read(text)
        }
    }

    /// An option whose property has a default; or none that makes sense, if the option is required.
    static func value<Value>(
        _ name: String, _ value: ValueReader<Value>, _ path: WritableKeyPath<Root, Value>, _ summary: String,
        isRequired: Bool = false
    ) -> Self {
        Self(
            name: name, valueName: value.valueName, summary: summary, isRequired: isRequired,
            completion: value.completion
        ) { root, text throws(BadValue) in
            root[keyPath: path] = try value.read(text)
        }
    }

    /// An option that can be given several times.
    static func values<Value>(
        _ name: String, _ value: ValueReader<Value>, _ path: WritableKeyPath<Root, [Value]>, _ summary: String
    ) -> Self {
        Self(
            name: name, valueName: value.valueName, summary: summary, isRepeatable: true, completion: value.completion
        ) { root, text throws(BadValue) in
            root[keyPath: path].append(try value.read(text))
        }
    }

    /// The same option for `Whole`, which has `Root` as its part.
    func within<Whole>(_ part: WritableKeyPath<Whole, Root>) -> OptionSyntax<Whole> {
        OptionSyntax<Whole>(
            name: name, valueName: valueName, summary: summary, isRequired: isRequired, isRepeatable: isRepeatable,
            completion: completion
        ) { whole, text throws(BadValue) in
            try set(&whole[keyPath: part], text)
        }
    }
}

extension Syntax {
    /// The description alone, which sets nothing.
    var described: Syntax<Void> {
        Syntax<Void>(
            summary: summary, examples: examples, operands: operands.map(\.described),
            options: options.map(\.described),
            exclusive: exclusive, rows: rows, notes: notes)
    }
}

extension Syntax {
    /// The options, those together that exclude each other.
    var choices: [[OptionSyntax<Root>]] {
        var choices: [[OptionSyntax<Root>]] = []
        for option in options where !choices.joined().contains(where: { $0.name == option.name }) {
            let names = exclusive.first { $0.contains(option.name) } ?? [option.name]
            choices.append(options.filter { names.contains($0.name) })
        }
        return choices
    }
}

extension OperandSyntax {
    fileprivate var described: OperandSyntax<Void> {
        OperandSyntax<Void>(
            name: name, usage: usage, isRequired: isRequired, takesRest: takesRest, isRepeatable: isRepeatable,
            completion: completion
        ) { _, _ in }
    }
}

extension OptionSyntax {
    /// The description alone, which sets nothing.
    var described: OptionSyntax<Void> {
        OptionSyntax<Void>(
            name: name, valueName: valueName, summary: summary, isRequired: isRequired, isRepeatable: isRepeatable,
            completion: completion
        ) { _, _ in }
    }
}
