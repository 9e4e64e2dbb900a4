/// The one description of a command: its parsing, its help and its errors all follow from it.
///
/// `Root` is what the arguments fill in; each part names the property it sets.
struct Syntax<Root> {
    /// One sentence that says what the command does.
    let summary: String
    /// Complete command lines, without the program's name, the most usual first.
    let examples: [String]
    let operands: [OperandSyntax<Root>]
    let options: [OptionSyntax<Root>]
    /// Names of options of which at most one can be given.
    let exclusive: [[String]]
    /// What else is worth knowing.
    let notes: [String]

    init(
        _ summary: String, examples: [String] = [], operands: [OperandSyntax<Root>] = [],
        options: [OptionSyntax<Root>] = [], exclusive: [[String]] = [], notes: [String] = []
    ) {
        self.summary = summary
        self.examples = examples
        self.operands = operands
        self.options = options
        self.exclusive = exclusive
        self.notes = notes
    }
}

/// An argument that is known by its place.
struct OperandSyntax<Root> {
    enum Count {
        case one
        case optional
        case oneOrMore
        /// One operand whose words need no quotes: they are put together again.
        case words
        /// The same, and all of it may be left out.
        case optionalWords
    }

    let name: String
    let count: Count
    let set: (inout Root, [String]) throws(BadValue) -> Void

    static func one<Value>(
        _ name: String, _ value: ValueReader<Value>, _ path: WritableKeyPath<Root, Value>
    ) -> Self {
        Self(name: name, count: .one) { root, texts throws(BadValue) in
            for text in texts { root[keyPath: path] = try value.read(text) }
        }
    }

    static func optional<Value>(
        _ name: String, _ value: ValueReader<Value>, _ path: WritableKeyPath<Root, Value?>
    ) -> Self {
        Self(name: name, count: .optional) { root, texts throws(BadValue) in
            for text in texts { root[keyPath: path] = try value.read(text) }
        }
    }

    static func oneOrMore(_ name: String, _ path: WritableKeyPath<Root, [String]>) -> Self {
        Self(name: name, count: .oneOrMore) { root, texts in root[keyPath: path] = texts }
    }

    static func words(_ name: String, _ path: WritableKeyPath<Root, String>) -> Self {
        Self(name: name, count: .words) { root, texts in root[keyPath: path] = texts.joined(separator: " ") }
    }

    /// Words that may also be left out.
    static func optionalWords(_ name: String, _ path: WritableKeyPath<Root, String>) -> Self {
        Self(name: name, count: .optionalWords) { root, texts in root[keyPath: path] = texts.joined(separator: " ") }
    }
}

/// An argument that is known by its name, as in `--rating 4`.
struct OptionSyntax<Root> {
    let name: String
    /// What stands for the value in help; nil for a flag, which takes none.
    let valueName: String?
    let summary: String
    var isRequired = false
    var isRepeatable = false
    let set: (inout Root, String) throws(BadValue) -> Void

    static func flag(_ name: String, _ path: WritableKeyPath<Root, Bool>, _ summary: String) -> Self {
        Self(name: name, valueName: nil, summary: summary) { root, _ in root[keyPath: path] = true }
    }

    /// A flag that stands for one value of several.
    static func flag<Value>(
        _ name: String, _ value: Value, _ path: WritableKeyPath<Root, Value>, _ summary: String
    ) -> Self {
        Self(name: name, valueName: nil, summary: summary) { root, _ in root[keyPath: path] = value }
    }

    static func value<Value>(
        _ name: String, _ value: ValueReader<Value>, _ path: WritableKeyPath<Root, Value?>, _ summary: String
    ) -> Self {
        Self(name: name, valueName: value.valueName, summary: summary) { root, text throws(BadValue) in
            root[keyPath: path] = try value.read(text)
        }
    }

    /// An option whose property has a value already.
    static func value<Value>(
        _ name: String, _ value: ValueReader<Value>, replacing path: WritableKeyPath<Root, Value>, _ summary: String
    ) -> Self {
        Self(name: name, valueName: value.valueName, summary: summary) { root, text throws(BadValue) in
            root[keyPath: path] = try value.read(text)
        }
    }

    /// An option without which the command makes no sense.
    static func required<Value>(
        _ name: String, _ value: ValueReader<Value>, _ path: WritableKeyPath<Root, Value>, _ summary: String
    ) -> Self {
        Self(name: name, valueName: value.valueName, summary: summary, isRequired: true) {
            root, text throws(BadValue) in
            root[keyPath: path] = try value.read(text)
        }
    }

    /// An option that can be given several times.
    static func values<Value>(
        _ name: String, _ value: ValueReader<Value>, _ path: WritableKeyPath<Root, [Value]>, _ summary: String,
        isRequired: Bool = false
    ) -> Self {
        Self(
            name: name, valueName: value.valueName, summary: summary, isRequired: isRequired, isRepeatable: true
        ) { root, text throws(BadValue) in
            root[keyPath: path].append(try value.read(text))
        }
    }

    /// The same option, of a larger whole that has `Root` as its part.
    func within<Whole>(_ part: WritableKeyPath<Whole, Root>) -> OptionSyntax<Whole> {
        OptionSyntax<Whole>(
            name: name, valueName: valueName, summary: summary, isRequired: isRequired, isRepeatable: isRepeatable
        ) { whole, text throws(BadValue) in
            try set(&whole[keyPath: part], text)
        }
    }
}
