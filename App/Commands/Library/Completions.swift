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

    func run(in session: AppSession) async throws(CommandError) -> ExitStatus {
        let lines: [String]
        if let line {
            let answer = CompletionAnswer<GlobalOptions>(
                program: session.commands, shell: shell, variables: session.variables)
            lines = await answer.lines(for: line, wordBreaks: wordBreaks ?? "")
        } else {
            lines = [shell.script(for: Bookshelf.name)]
        }
        session.console.pass(on: lines.flatMap { Array(($0 + "\n").utf8) })
        return .done
    }
}
