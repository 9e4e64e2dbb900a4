@testable import App

/// A small program, to test parsing and help without the commands of the real one.
enum Calculator {
    static let commands = CommandGroup(
        name: "calc", summary: "Calculates.", examples: ["sum 1 2"],
        members: [
            .command("sum", Sum.self), .command("convert", Convert.self), .command("explain", Explain.self),
            .command("find", Find.self),
            .group(
                CommandGroup(
                    name: "memory", summary: "Numbers with names.", examples: ["memory store pi 3"],
                    members: [.command("list", ListMemory.self), .command("store", Store.self)], usual: "list")),
        ],
        usual: "find")
}

struct CalculatorOptions: SharedOptions {
    var isLoud = false
    var base: Int?
    var wantsHelp = false
    var wantsVersion = false
    var isShort = false

    static var syntax: [OptionSyntax<CalculatorOptions>] {
        [
            .flag("loud", \.isLoud, "shout"),
            .value("base", .count, \.base, "the base of numbers"),
            .flag("help", \.wantsHelp, "explain the command (also -h)"),
            .flag("version", \.wantsVersion, "print the version"),
        ]
    }

    static var helpSyntax: [OptionSyntax<CalculatorOptions>] { [.flag("short", \.isShort, "explain briefly")] }
}

extension Completion {
    static var numbers: Completion {
        .names { request in
            [Candidate(text: "e", explanation: request.variables["E"] ?? ""), Candidate(text: "--pi")]
                + request.options.map { Candidate(text: "\($0.name)\u{7}", explanation: $0.value) }
        }
    }

    static var questions: Completion { .names { request in [Candidate(text: request.word + "?")] } }
}

struct Sum: CommandArguments {
    var numbers: [String] = []
    var notes: [String] = []
    var scale: Int?
    var isRounded = false

    static var syntax: Syntax<Sum> {
        Syntax(
            summary: "Adds numbers.", examples: ["sum 1 2", "sum 3 -4 --scale 2"],
            operands: [.oneOrMore("number", \.numbers, .numbers)],
            options: [
                .value("scale", .count, \.scale, "digits after the point"),
                .values("note", .text("<text>"), \.notes, "a remark"),
                .flag("rounded", \.isRounded, "round the sum"),
            ])
    }
}

struct Convert: CommandArguments {
    enum Unit: String, CaseIterable { case metre, foot, mile }

    var amount = ""
    var comment: String?
    var unit = Unit.metre
    var digits: Int?
    var isExact = false

    static var syntax: Syntax<Convert> {
        Syntax(
            summary: "Converts an amount.", examples: ["convert 3 --to foot"],
            operands: [.one("amount", \.amount), .optional("comment", .name("<text>"), \.comment)],
            options: [
                .value("to", .word("<unit>"), \.unit, "the unit", isRequired: true),
                .value("digits", .count, \.digits, "digits to print"),
                .flag("exact", \.isExact, "print all digits"),
            ],
            exclusive: [["digits", "exact"]], notes: ["A foot is 0.3048 metres."])
    }

    func check() throws(UsageError.Reason) {
        if unit == .mile, comment == nil { throw .missingOperand("<comment>") }
    }
}

struct Explain: CommandArguments {
    var question = ""

    static var syntax: Syntax<Explain> {
        Syntax(
            summary: "Answers.", examples: ["explain why"],
            operands: [.words("question", \.question, .questions)])
    }
}

struct Find: CommandArguments {
    var text = ""

    static var syntax: Syntax<Find> {
        Syntax(summary: "Finds.", examples: ["find"], operands: [.words("text", \.text, isRequired: false)])
    }
}

struct ListMemory: CommandArguments {
    var names: [String] = []

    static var syntax: Syntax<ListMemory> {
        Syntax(
            summary: "Lists the memory.", examples: ["memory list"],
            options: [
                .value("only", .names.completed(by: .after(",", .words(["pi", "e"]))), \.names, "only these numbers")
            ])
    }
}

struct Store: CommandArguments {
    var name = ""
    var value = ""

    static var syntax: Syntax<Store> {
        Syntax(
            summary: "Stores a number.", examples: ["memory store pi 3"],
            operands: [.one("name", \.name, .numbers), .one("value", \.value, .file("<value>"))])
    }
}
