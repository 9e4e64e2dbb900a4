import Testing

@testable import App

/// Parsing, tested with the commands of `Calculator`.
struct ParserTests {
    private func request(_ arguments: String...) throws(UsageError) -> Request<CalculatorOptions> {
        try Parser<CalculatorOptions>.request(arguments, of: Calculator.commands)
    }

    private func command<C: CommandArguments>(_ type: C.Type, _ arguments: String...) throws -> C {
        guard case .run(let command, _, _) = try Parser<CalculatorOptions>.request(arguments, of: Calculator.commands)
        else {
            throw Unexpected()
        }
        return try #require(command as? C)
    }

    private struct Unexpected: Error {}

    private func error(_ arguments: String...) -> UsageError? {
        do throws(UsageError) {
            _ = try Parser<CalculatorOptions>.request(arguments, of: Calculator.commands)
            return nil
        } catch {
            return error
        }
    }

    @Test func optionsMayPrecedeOrFollowOperandsAndTakeValuesInBothForms() throws {
        let sum = try command(
            Sum.self, "sum", "--scale=4", "1", "--note", "a", "--rounded", "2", "--note=b", "--base", "8")
        #expect(sum.numbers == ["1", "2"])
        #expect(sum.scale == 4)
        #expect(sum.notes == ["a", "b"])
        #expect(sum.isRounded)
        #expect(try command(Convert.self, "convert", "3", "--to", "foot").unit == .foot)
    }

    @Test func afterTwoHyphensEverythingIsAnOperand() throws {
        #expect(try command(Sum.self, "sum", "--rounded", "--", "--help", "--").numbers == ["--help", "--"])
        #expect(try command(Find.self, "find", "--", "-x", "--loud").text == "-x --loud")
    }

    @Test func wordsOfOneOperandNeedNoQuotes() throws {
        #expect(try command(Explain.self, "explain", "how", "it", "works").question == "how it works")
        #expect(try command(Find.self, "find", "pi", "e").text == "pi e")
        #expect(try command(Find.self, "find").text == "")
    }

    @Test func withAViewACommandLineWithoutACommandIsToldFromOneThatNamesTheUsualCommand() throws {
        var commands = Calculator.commands
        commands.view = "a graph"
        for arguments in [[], ["--base", "2"]] {
            let request = try Parser<CalculatorOptions>.request(arguments, of: commands)
            guard case .runUsual(let command, let options) = request else {
                Issue.record("\(arguments): \(request)")
                continue
            }
            #expect(command is Find)
            #expect(options.base == (arguments.isEmpty ? nil : 2))
        }
        guard case .run = try Parser<CalculatorOptions>.request(["find"], of: commands),
            case .run = try Parser<CalculatorOptions>.request(["memory"], of: commands), case .run = try request()
        else {
            Issue.record("a usual command without a view, or a named command, is not run")
            return
        }
        let help = Help<CalculatorOptions>(path: ["calc"]).text(on: .group(commands))
        #expect(help.contains("(without a command: a graph on a terminal, otherwise find)\n"))
    }

    @Test func anEmptyValueIsAValue() throws {
        #expect(try command(Sum.self, "sum", "1", "--note=").notes == [""])
        #expect(try command(Store.self, "memory", "store", "", "1").name == "")
    }

    @Test func optionalOperandsMayBeLeftOut() throws {
        #expect(try command(Convert.self, "convert", "3", "--to", "foot").comment == nil)
        #expect(try command(Convert.self, "convert", "3", "about", "--to", "foot").comment == "about")
    }

    @Test func sharedOptionsMayAppearAnywhere() throws {
        guard case .run(_, _, let options) = try request("--base", "2", "memory", "--loud", "list") else {
            throw Unexpected()
        }
        #expect(options.base == 2)
        #expect(options.isLoud)
    }

    @Test func withoutACommandTheDefaultRuns() throws {
        _ = try command(Find.self)
        _ = try command(Find.self, "--loud")
        _ = try command(ListMemory.self, "memory")
    }

    @Test func aCommandLineWithoutAProgramNameIsRefused() throws {
        let error = UsageError(reason: .noArguments, path: ["calc"])
        #expect(throws: error) { try Parser<CalculatorOptions>.request(commandLine: [], of: Calculator.commands) }
        guard
            case .run(let command, _, _) = try Parser<CalculatorOptions>.request(
                commandLine: ["calc"], of: Calculator.commands)
        else {
            throw Unexpected()
        }
        #expect(command is Find)
    }

    @Test(arguments: [["--help"], ["-h"], ["help"], ["help", "--loud"]])
    func helpOnTheProgram(_ arguments: [String]) throws {
        guard
            case .help(.group, let path, _) = try Parser<CalculatorOptions>.request(arguments, of: Calculator.commands)
        else {
            throw Unexpected()
        }
        #expect(path == ["calc"])
    }

    @Test(arguments: [["help", "memory", "store"], ["memory", "store", "--help"], ["--help", "memory", "store"]])
    func helpOnACommand(_ arguments: [String]) throws {
        guard
            case .help(.command(_, let type), let path, _) = try Parser<CalculatorOptions>.request(
                arguments, of: Calculator.commands)
        else {
            throw Unexpected()
        }
        #expect(type is Store.Type)
        #expect(path == ["calc", "memory", "store"])
    }

    @Test func helpNeedsNoOperands() throws {
        guard case .help = try request("sum", "-h") else { throw Unexpected() }
    }

    @Test func theVersionOptionMayAppearAnywhere() throws {
        guard case .version = try request("--version") else { throw Unexpected() }
        guard case .version = try request("sum", "--version") else { throw Unexpected() }
    }

    @Test func mistypedWordsGetASuggestionAndNothingIsGuessed() {
        #expect(error("smu")?.reason == .unknownCommand("smu", suggestion: "sum"))
        #expect(error("hlep")?.reason == .unknownCommand("hlep", suggestion: "help"))
        #expect(error("memory", "stroe")?.reason == .unknownCommand("stroe", suggestion: "store"))
        #expect(error("memory", "help")?.reason == .unknownCommand("help", suggestion: nil))
        #expect(error("sum", "--scal")?.reason == .unknownOption("--scal", suggestion: "--scale"))
        #expect(error("sum", "--luod")?.reason == .unknownOption("--luod", suggestion: "--loud"))
        #expect(error("su")?.reason == .unknownCommand("su", suggestion: "sum"))
        #expect(error("xyzzy")?.reason == .unknownCommand("xyzzy", suggestion: nil))
        #expect(error("sum", "-r")?.reason == .unknownOption("-r", suggestion: nil))
    }

    @Test func aValueIsNeverTakenFromTheNextOption() {
        #expect(error("sum", "1", "--note")?.reason == .missingValue(option: "--note", valueName: "<text>"))
        #expect(error("sum", "--note", "--loud")?.reason == .missingValue(option: "--note", valueName: "<text>"))
        #expect(error("sum", "--note", "-h")?.reason == .missingValue(option: "--note", valueName: "<text>"))
        #expect(error("sum", "--loud=yes")?.reason == .valueForFlag(option: "--loud"))
    }

    @Test func anOptionWithOneValueIsGivenOnce() {
        #expect(error("sum", "1", "--scale", "2", "--scale=2")?.reason == .repeated(option: "--scale"))
        #expect(error("--base", "2", "find", "--base", "3")?.reason == .repeated(option: "--base"))
        #expect(error("sum", "1", "--loud", "--loud") == nil)
    }

    @Test func someOptionsExcludeEachOther() {
        #expect(
            error("convert", "1", "--to=foot", "--exact", "--digits", "3")?.reason == .exclusive("--exact", "--digits"))
    }

    @Test func missingAndSuperfluousArguments() {
        #expect(error("sum")?.reason == .missingOperand("<number>"))
        #expect(error("explain")?.reason == .missingOperand("<question>"))
        #expect(error("memory", "store", "pi")?.reason == .missingOperand("<value>"))
        #expect(error("convert", "1")?.reason == .missingOption("--to", valueName: "<unit>"))
        #expect(error("convert", "1", "--to", "mile")?.reason == .missingOperand("<comment>"))
        #expect(error("memory", "list", "all")?.reason == .extraOperand("all"))
    }

    @Test(arguments: [
        (["sum", "1", "--scale", "-5"], "--scale"), (["sum", "1", "--scale", "x"], "--scale"),
        (["sum", "1", "--scale", "99999999999999999999"], "--scale"), (["--base", "two", "find"], "--base"),
        (["convert", "1", "--to", "yard"], "--to"), (["convert", "1", "--to", "Foot"], "--to"),
        (["memory", "store", "x", " "], "<value>"), (["convert", "1", "", "--to", "foot"], "<comment>"),
    ])
    func aWrongValueIsNamedWithItsArgument(_ arguments: [String], _ name: String) {
        do throws(UsageError) {
            _ = try Parser<CalculatorOptions>.request(arguments, of: Calculator.commands)
            Issue.record("\(arguments) was accepted")
        } catch {
            guard case .badValue(of: name, value: _, expected: _) = error.reason else {
                Issue.record("\(error.message)")
                return
            }
        }
    }

    @Test func aNegativeNumberAndASingleHyphenCanBeOperands() throws {
        #expect(try command(Sum.self, "sum", "-1984", "-").numbers == ["-1984", "-"])
    }

    @Test func messagesNameTheErrorAndTheHelp() {
        #expect(error("memory", "stroe")?.message == #"unknown command "memory stroe"; did you mean "store"?"#)
        #expect(error("smu")?.message == #"unknown command "smu"; did you mean "sum"?"#)
        #expect(error("smu")?.hint == #"try "calc --help""#)
        #expect(
            error("memory", "list", "all")?.message
                == #"unexpected argument "all"; quote values that contain spaces"#)
        #expect(error("memory", "list", "all")?.hint == #"try "calc memory list --help""#)
        #expect(
            error("convert", "1", "--to", "yard")?.message == #"--to can't be "yard": it takes metre, foot or mile"#)
        #expect(error("convert", "1")?.message == "convert needs --to <unit>")
    }

    @Test func helpIsGeneratedFromTheDescription() throws {
        let convert = Help<CalculatorOptions>(path: ["calc", "convert"]).text(on: .command("convert", Convert.self))
        #expect(
            convert == """
                Examples:
                  calc convert 3 --to foot

                Converts an amount.

                Usage:
                  calc convert <amount> [<comment>] --to <unit> [--digits <n> | --exact]

                Options:
                  --to <unit>   the unit
                  --digits <n>  digits to print
                  --exact       print all digits

                Options for every command:
                  --loud      shout
                  --base <n>  the base of numbers
                  --help      explain the command (also -h)
                  --version   print the version

                A foot is 0.3048 metres.
                """)
        let program = Help<CalculatorOptions>(path: ["calc"]).text(on: .group(Calculator.commands))
        #expect(program.contains("  calc <command> [<options>]    (without a command: find)\n"))
        #expect(program.contains("\n  memory   Numbers with names.\n"))
        #expect(program.contains("\n  help     Explains a command.\n"))
        let memory = try #require(Calculator.commands.members.last)
        #expect(!Help<CalculatorOptions>(path: ["calc", "memory"]).text(on: memory).contains("\n  help "))
        let sum = Help<CalculatorOptions>(path: ["calc", "sum"]).text(on: .command("sum", Sum.self))
        #expect(sum.contains("  calc sum <number>… [--scale <n>] [--note <text>…] [--rounded]\n"))
        #expect(sum.contains("  --note <text>  a remark; repeatable\n"))
        let find = Help<CalculatorOptions>(path: ["calc", "find"]).text(on: .command("find", Find.self))
        #expect(find.contains("  calc find [<text>…]\n"))
        #expect(!find.contains("Options:"))
    }
}
