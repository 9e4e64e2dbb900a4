import Domain
import Testing

@testable import App

struct ParserTests {
    private func request(_ arguments: String...) throws(UsageError) -> Request {
        try Parser.request(arguments, of: Bookshelf.commands)
    }

    private func command<C: Command>(_ type: C.Type, _ arguments: String...) throws -> C {
        guard case .run(let command, _) = try Parser.request(arguments, of: Bookshelf.commands) else {
            throw Unexpected()
        }
        return try #require(command as? C)
    }

    private struct Unexpected: Error {}

    private func reason(_ arguments: String...) -> UsageError.Reason? {
        do throws(UsageError) {
            _ = try Parser.request(arguments, of: Bookshelf.commands)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test func optionsStandBeforeAndAfterOperandsAndTakeValuesEitherWay() throws {
        let add = try command(
            Add.self, "add", "--rating=4", "Dune", "--author", "Frank Herbert", "--favorite", "--author=Brian Herbert")
        #expect(add.title == "Dune")
        #expect(add.details.rating == Rating(4))
        #expect(add.details.authors == ["Frank Herbert", "Brian Herbert"])
        #expect(add.details.isFavorite == true)
    }

    @Test func afterTwoHyphensEverythingIsAnOperand() throws {
        let add = try command(Add.self, "add", "--author", "Anonymous", "--", "--help")
        #expect(add.title == "--help")
        #expect(try command(List.self, "list", "--", "-x", "--json").query.text == "-x --json")
    }

    @Test func wordsOfOneOperandNeedNoQuotes() throws {
        #expect(try command(Show.self, "show", "war", "and", "peace").book == "war and peace")
        #expect(try command(List.self, "list", "garcia", "marquez").query.text == "garcia marquez")
    }

    @Test func anEmptyValueIsAValue() throws {
        #expect(try command(Edit.self, "edit", "dune", "--title=").title == "")
    }

    @Test func globalOptionsStandAnywhere() throws {
        guard case .run(_, let options) = try request("--store", "memory", "list", "--json", "--quiet") else {
            throw Unexpected()
        }
        #expect(options.store == .memory)
        #expect(options.isJSON)
        #expect(options.isQuiet)
    }

    @Test func withoutACommandBooksAreListed() throws {
        _ = try command(List.self)
        _ = try command(ListPeople.self, "people")
        _ = try command(ListSettings.self, "settings", "--json")
    }

    @Test(arguments: [["--help"], ["-h"], ["help"], ["help", "--json"]])
    func helpOnTheProgram(_ arguments: [String]) throws {
        guard case .help(.group, let path) = try Parser.request(arguments, of: Bookshelf.commands) else {
            throw Unexpected()
        }
        #expect(path.isEmpty)
    }

    @Test(arguments: [["help", "people", "rename"], ["people", "rename", "--help"], ["--help", "people", "rename"]])
    func helpOnACommand(_ arguments: [String]) throws {
        guard case .help(.command(let type), let path) = try Parser.request(arguments, of: Bookshelf.commands) else {
            throw Unexpected()
        }
        #expect(type is RenamePerson.Type)
        #expect(path == ["people", "rename"])
    }

    @Test func helpNeedsNoOperands() throws {
        guard case .help = try request("lend", "-h") else { throw Unexpected() }
    }

    @Test func versionIsAskedForAnywhere() throws {
        guard case .version = try request("--version") else { throw Unexpected() }
        guard case .version = try request("list", "--version") else { throw Unexpected() }
    }

    @Test func mistypedWordsGetASuggestionAndNothingIsGuessed() {
        #expect(reason("lsit") == .unknownCommand("lsit", suggestion: "list"))
        #expect(reason("hlep") == .unknownCommand("hlep", suggestion: "help"))
        #expect(reason("people", "renmae") == .unknownCommand("renmae", suggestion: "rename"))
        #expect(reason("list", "--revers") == .unknownOption("--revers", suggestion: "--reverse"))
        #expect(reason("list", "--jsno") == .unknownOption("--jsno", suggestion: "--json"))
        #expect(reason("lis") == .unknownCommand("lis", suggestion: "list"))
        #expect(reason("xyzzy") == .unknownCommand("xyzzy", suggestion: nil))
        #expect(reason("list", "-r") == .unknownOption("-r", suggestion: nil))
    }

    @Test func aValueIsNeverTakenFromTheNextOption() {
        #expect(reason("list", "--author") == .missingValue(option: "--author", valueName: "<name>"))
        #expect(reason("list", "--author", "--json") == .missingValue(option: "--author", valueName: "<name>"))
        #expect(reason("list", "--json=yes") == .valueForFlag(option: "--json"))
    }

    @Test func whatIsSingleIsGivenOnce() {
        #expect(reason("list", "--status", "read", "--status=read") == .repeated(option: "--status"))
        #expect(reason("--store", "memory", "list", "--store", "file") == .repeated(option: "--store"))
        #expect(reason("list", "--json", "--json") == nil)
    }

    @Test func whatExcludesEachOther() {
        #expect(reason("loans", "--all", "--overdue") == .exclusive("--all", "--overdue"))
        #expect(reason("lend", "x", "--to", "Ana", "--due=2026-01-01", "--days", "3") == .exclusive("--due", "--days"))
        #expect(reason("edit", "x", "--rating", "3", "--no-rating") == .exclusive("--rating", "--no-rating"))
    }

    @Test func missingAndSuperfluousArguments() {
        #expect(reason("show") == .missingOperand("<book>"))
        #expect(reason("add") == .missingOperand("<title>"))
        #expect(reason("add", "Dune") == .missingOption("--author", valueName: "<name>"))
        #expect(reason("lend", "dune") == .missingOption("--to", valueName: "<person>"))
        #expect(reason("add", "Dune", "Messiah", "--author", "Frank Herbert") == .extraOperand("Messiah"))
        #expect(reason("remove") == .missingOperand("<book>"))
        #expect(reason("people", "rename", "Ana") == .missingOperand("<new name>"))
        // What is missing here is looked up.
        #expect(reason("add", "--isbn", "9780441172719") == nil)
        #expect(reason("add", "Dune", "--isbn", "9780441172719") == nil)
    }

    @Test(arguments: [
        (["add", "x", "--author", "y", "--rating", "6"], "--rating"),
        (["add", "x", "--author", "y", "--rating", "-1"], "--rating"),
        (["add", "x", "--author", "y", "--isbn", "9780441172718"], "--isbn"),
        (["add", "x", "--author", "y", "--status", "Read"], "--status"),
        (["lend", "x", "--to", "Ana", "--due", "2026-02-30"], "--due"),
        (["lend", "x", "--to", "Ana", "--days", "-3"], "--days"),
        (["lend", "x", "--to", "Ana", "--days", "0"], "--days"),
        (["list", "--limit", "-5"], "--limit"),
        (["list", "--offset", "many"], "--offset"),
        (["list", "--limit", "99999999999999999999"], "--limit"),
        (["list", "--sort", "size"], "--sort"),
        (["--store", "etcd", "list"], "--store"),
        (["--color", "blue", "list"], "--color"),
        (["--directory", "", "list"], "--directory"),
    ])
    func aWrongValueIsNamedWithItsOption(_ arguments: [String], _ option: String) {
        do throws(UsageError) {
            _ = try Parser.request(arguments, of: Bookshelf.commands)
            Issue.record("\(arguments) was accepted")
        } catch {
            guard case .badValue(of: option, value: _, expected: _) = error.reason else {
                Issue.record("\(error.message)")
                return
            }
        }
    }

    @Test func aNegativeNumberCanBeAnOperand() throws {
        #expect(try command(List.self, "list", "-1984").query.text == "-1984")
        #expect(try command(Import.self, "import", "-").file == "-")
    }
}
