import Storage

/// The program.
@main
struct Bookshelf {
    /// The name, here and in the manifest only: help, messages, variables and folders take it from here.
    static let name = "bookshelf"
    static let version = "0.1.0"

    /// The environment variable `BOOKSHELF_STORE` for "STORE".
    static func variable(_ word: String) -> String { "\(name.uppercased())_\(word)" }

    static func main() async {
        SystemProcess.ignoreSignalsOfWriting()
        await Program.inThisProcess.run(CommandLine.arguments)
    }

    /// All commands, in the order of help.
    static let commands = CommandGroup<Session>(
        name: name, summary: "Keeps your home library: what you own, what you read, and who borrowed it.",
        examples: [
            "demo",
            "add \"Pride and Prejudice\" --author \"Jane Austen\"",
            "list garcia marquez --status to-read",
            "lend pride --to Ana",
            "import goodreads_library_export.csv",
        ],
        members: [
            .command(Add.self), .command(List.self), .command(Show.self), .command(Edit.self), .command(Remove.self),
            .command(Lend.self), .command(Return.self), .command(Loans.self), .group(People.commands),
            .command(Import.self), .command(Export.self), .group(Settings.commands), .command(Watch.self),
            .command(Stats.self), .command(Demo.self), .command(Repair.self),
        ],
        usual: List.self)
}
