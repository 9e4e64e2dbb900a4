import Domain

/// Runs real command lines on the demo library and prints each of them first.
struct Demo: LibraryCommand {
    static let needs = CommandNeeds.demo

    static var syntax: Syntax<Demo> {
        Syntax(
            summary: "Shows the program at work on a library of its own, in memory. Touches no file.",
            examples: ["demo"])
    }

    func run(_ context: UseCaseContext, in session: AppSession) async throws(LibraryError) -> ExitStatus {
        let console = session.console.narrating(isJSON: false)
        for (explanation, arguments) in Self.tour {
            console.print("# \(explanation)", .faint)
            console.print("$ \(Bookshelf.name) \(arguments.map(\.inShell).joined(separator: " "))", .strong)
            await run(arguments, in: session)
            console.print()
        }
        console.print("Your own library begins with: \(Bookshelf.name) add, or \(Bookshelf.name) import.")
        return .done
    }

    /// Refusals are part of the tour.
    @MainActor
    private func run(_ arguments: [String], in session: AppSession) async {
        // A test shows that every step is understood.
        guard
            case .run(let arguments, _, let options) = try? Parser<GlobalOptions>.request(
                arguments, of: session.commands), let command = arguments as? any Command
        else { return }
        let isJSON = session.console.appearance.isJSON || options.console.isJSON
        let console = session.console.narrating(isJSON: isJSON)
        do {
            _ = try await command.run(in: AppSession(environment: session.environment, console: console))
        } catch {
            console.complain(ErrorReport(error).message)
        }
    }

    static let tour: [(String, [String])] = [
        ("The whole library.", ["list"]),
        ("Words are found in titles, authors and shelves; case and accents don't matter.", ["list", "garcia marquez"]),
        ("A new book.", ["add", "Middlemarch", "--author", "George Eliot", "--shelf", "Classics"]),
        ("With an ISBN, the rest is looked up.", ["add", "--isbn", "978-0-441-17271-9"]),
        ("Middlemarch is read now, and good.", ["edit", "middlemarch", "--status", "read", "--rating", "5"]),
        ("Ana borrows it.", ["lend", "middlemarch", "--to", "Ana", "--days", "21"]),
        ("A lent book can't be lent again.", ["lend", "middlemarch", "--to", "Ben"]),
        ("Who has what, and what is late.", ["loans"]),
        ("It comes back.", ["return", "middlemarch"]),
        ("All about one book.", ["show", "middlemarch"]),
        ("For other programs: JSON.", ["list", "--status", "reading", "--json"]),
        ("The library in numbers.", ["stats"]),
    ]
}
