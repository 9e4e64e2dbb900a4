import Data
import Domain

/// Prints the script for a shell. At each Tab the script runs the command again, with the line typed so far, and the
/// command prints what can complete it.
struct Completions: Command {
    static let needs = CommandNeeds.nothing

    var shell = Shell.bash
    var line: String?
    var wordBreaks: String?

    static var syntax: Syntax<Completions> {
        Syntax(
            summary: "Prints a script that lets a shell complete commands, options, titles and names.",
            examples: [
                "completions bash", "completions zsh",
                "completions fish > ~/.config/fish/completions/\(Bookshelf.name).fish",
            ],
            operands: [
                .one("shell", \.shell, .word("")), .hidden("line", \.line), .hidden("word breaks", \.wordBreaks),
            ],
            notes: [
                """
                For bash, put this line into ~/.bashrc: eval "$(\(Bookshelf.name) completions bash)"
                For zsh, put this line into ~/.zshrc, after compinit: eval "$(\(Bookshelf.name) completions zsh)"
                For fish, write the script to ~/.config/fish/completions/\(Bookshelf.name).fish.
                At each Tab the shell runs the program, which reads only files on this machine and changes nothing.
                """
            ])
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        let lines: [String]
        if let line {
            lines = await answers(to: TypedLine(line, in: shell, wordBreaks: wordBreaks ?? ""), in: session)
        } else {
            lines = [shell.script(for: Bookshelf.name)]
        }
        session.console.pass(on: lines.flatMap { Array(($0 + "\n").utf8) })
        return .done
    }

    private func answers(to typed: TypedLine, in session: Session) async -> [String] {
        // Variables may be set before the program's name.
        let assignments = typed.words.prefix { $0.contains("=") }
        let words = typed.words.dropFirst(assignments.count + 1)
        if words.isEmpty { return [] }
        let variables = Variables { name in
            let assignment = assignments.last { $0.hasPrefix(name + "=") }
            return assignment.map { String($0.dropFirst(name.count + 1)) } ?? session.variables[name]
        }
        let completer = Completer<GlobalOptions>(Array(words), of: session.commands)
        let candidates: [Completion.Candidate]
        switch completer.completion {
        case .files: return ["\t"]
        case .words(let words, _): candidates = words().filter { $0.begins(with: completer.word) }
        case .names(let list):
            // An error, such as damage, completes nothing: the next command reports it.
            guard let names = LibraryNames(rawValue: list),
                let library = try? await library(completer.shared, variables),
                let found = try? await names.candidates(with: completer.word, in: library)
            else { return [] }
            candidates = found
        case .nothing, .after, .following: return []
        }
        let isOption = typed.words.last?.hasPrefix("-") == true
        let answers = candidates.map {
            Completion.Candidate(
                text: (completer.start + $0.text).printable, explanation: $0.explanation.printable)
        }
        // A text that begins with hyphens would be taken for an option.
        .filter { isOption || !$0.text.isOption }
        if shell == .bash { return typed.inBash(answers.map(\.text)) }
        return answers.map { $0.explanation.isEmpty ? $0.text : "\($0.text)\t\($0.explanation)" }
    }

    /// The library that the line names; that of a cluster as this machine last saw it, or nil.
    private func library(
        _ options: GlobalOptions, _ variables: Variables
    ) async throws(CommandError) -> (any Library)? {
        var options = options
        // The shell has not replaced the ~ yet.
        if let path = options.directory, path.hasPrefix("~/"), let home = variables["HOME"] {
            options.directory = home + path.dropFirst()
        }
        options.isQuiet = true
        let environment = try await AppEnvironment.live(options, variables)
        let store = try await StoreChoice(options, variables, environment.settings)
        if store.isOnThisMachine { return environment.library }
        return await environment.maintenance.lastSeen().map { StoredLibrary.inMemory($0) }
    }
}

/// The lists of names in a library that complete a word.
enum LibraryNames: String {
    case books, lentBooks, booksAtHome, people, authors, shelves, details, detailsToSet

    /// The names that `text` finds, ignoring case and accents: books as `list` finds them; other names if they contain
    /// all its words. A book is named by its title, or by its identifier if `text` finds another of the same title.
    func candidates(
        with text: String, in library: any Library
    ) async throws(LibraryError) -> [Completion.Candidate] {
        switch self {
        case .books, .lentBooks, .booksAtHome:
            let rows = try await library.page(BookQuery(text: text), folding: .caseAndAccents).rows
            let counts = Dictionary(rows.map { (TextFolding.caseAndAccents($0.book.title), 1) }, uniquingKeysWith: +)
            let books = rows.filter { self == .books || ($0.lentTo == nil) == (self == .booksAtHome) }.map(\.book)
            return books.map { book in
                let authors = book.authors.joined(separator: ", ")
                return counts[TextFolding.caseAndAccents(book.title)] == 1
                    ? .init(text: book.title, explanation: authors)
                    : .init(text: "\(book.id)", explanation: "\(book.title), \(authors)")
            }
        case .people: return Self.candidates(with: text, among: try await library.borrowers.all().map(\.name))
        case .authors: return Self.candidates(with: text, among: try await library.books.all().flatMap(\.authors))
        case .shelves: return Self.candidates(with: text, among: try await library.books.all().flatMap(\.shelves))
        case .details, .detailsToSet:
            let names = try await library.books.all().flatMap { $0.details.all.map { "\($0.name)" } }
            let end = self == .detailsToSet ? "=" : ""
            return Self.candidates(with: text, among: names).map { .init(text: $0.text + end) }
        }
    }

    private static func candidates(with text: String, among names: [String]) -> [Completion.Candidate] {
        let words = TextFolding.caseAndAccents(text).split(whereSeparator: \.isWhitespace)
        return Set(names).map { (name: $0, folded: TextFolding.caseAndAccents($0)) }
            .filter { name in words.allSatisfy { name.folded.contains($0) } }
            .sorted { $0.folded < $1.folded }.map { .init(text: $0.name) }
    }
}

extension Completion {
    /// Names in the library of the completed line.
    static func library(_ names: LibraryNames) -> Completion { .names(names.rawValue) }
}
