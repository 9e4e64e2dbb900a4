import Domain
import Testing

@testable import App

/// The arguments of the program's commands.
struct ArgumentsTests {
    private func request(_ arguments: String...) throws(UsageError) -> Request<GlobalOptions> {
        try Parser<GlobalOptions>.request(arguments, of: Bookshelf.commands)
    }

    private func command<C: Command>(_ type: C.Type, _ arguments: String...) throws -> C {
        guard case .run(let command, _) = try Parser<GlobalOptions>.request(arguments, of: Bookshelf.commands) else {
            throw Unexpected()
        }
        return try #require(command as? C)
    }

    private struct Unexpected: Error {}

    private func reason(_ arguments: String...) -> UsageError.Reason? {
        do throws(UsageError) {
            _ = try Parser<GlobalOptions>.request(arguments, of: Bookshelf.commands)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test func sharedOptionsMayAppearAnywhere() throws {
        guard case .run(_, let options) = try request("--store", "memory", "list", "--json", "--quiet") else {
            throw Unexpected()
        }
        #expect(options.store == .memory)
        #expect(options.isJSON)
        #expect(options.isQuiet)
    }

    @Test func withoutACommandBooksAreListed() throws {
        guard case .runUsual(let list, let options) = try request("--plain") else { throw Unexpected() }
        #expect(list is List)
        #expect(options.isPlain)
        _ = try command(ListPeople.self, "people")
        _ = try command(ListSettings.self, "settings", "--json")
    }

    @Test func someArgumentsAreRequired() {
        #expect(reason("show") == .missingOperand("<book>"))
        #expect(reason("add") == .missingOperand("<title>"))
        #expect(reason("add", "Dune") == .missingOption("--author", valueName: "<name>"))
        #expect(reason("lend", "dune") == .missingOption("--to", valueName: "<person>"))
        #expect(reason("add", "Dune", "Messiah", "--author", "Frank Herbert") == .extraOperand("Messiah"))
        #expect(reason("loans", "--all", "--overdue") == .exclusive("--all", "--overdue"))
        #expect(reason("lend", "x", "--to", "Ana", "--due=2026-01-01", "--days", "3") == .exclusive("--due", "--days"))
        #expect(reason("edit", "x", "--rating", "3", "--no-rating") == .exclusive("--rating", "--no-rating"))
        #expect(reason("remove") == .missingOperand("<book>"))
        #expect(reason("people", "rename", "Ana") == .missingOperand("<new name>"))
        // The catalogue supplies the missing fields.
        #expect(reason("add", "--isbn", "9780441172719") == nil)
        #expect(reason("add", "Dune", "--isbn", "9780441172719") == nil)
    }

    @Test(arguments: [
        (["add", "x", "--author", "y", "--rating", "6"], "--rating"),
        (["add", "x", "--author", "y", "--rating", "-1"], "--rating"),
        (["add", "x", "--author", "y", "--isbn", "9780441172718"], "--isbn"),
        (["add", "x", "--author", "y", "--status", "Reed"], "--status"),
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
            _ = try Parser<GlobalOptions>.request(arguments, of: Bookshelf.commands)
            Issue.record("\(arguments) was accepted")
        } catch {
            guard case .badValue(of: option, value: _, expected: _) = error.reason else {
                Issue.record("\(error.message)")
                return
            }
        }
    }
}
