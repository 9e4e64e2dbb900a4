/// The answer to a shell's script, which asks at each Tab what can complete the line typed so far.
struct CompletionAnswer<Options: SharedOptions> {
    let program: CommandGroup
    let shell: Shell
    /// The variables of the process. The line may set others before the program's name.
    let variables: Variables

    /// A line for each candidate; a line with only a tab stands for the names of files.
    func lines(for line: String, wordBreaks: String) async -> [String] {
        let typed = TypedLine(line, in: shell, wordBreaks: wordBreaks)
        let assignments = typed.words.prefix { $0.contains("=") }
        let words = typed.words.dropFirst(assignments.count + 1)
        if words.isEmpty { return [] }
        let completer = Completer<Options>(Array(words), of: program)
        let candidates: [Completion.Candidate]
        switch completer.completion {
        case .files: return ["\t"]
        case .words(let words, _): candidates = words().filter { $0.begins(with: completer.word) }
        case .names(let names):
            candidates = await names(
                NameRequest(word: completer.word, options: completer.values, variables: variables.with(assignments)))
        case .nothing, .after, .conditions, .following: return []
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
}

extension Variables {
    /// Adds assignments in the form `NAME=value`. If two set the same name, the last one wins.
    fileprivate func with(_ assignments: ArraySlice<String>) -> Variables {
        Variables { name in
            let assignment = assignments.last { $0.hasPrefix(name + "=") }
            return assignment.map { String($0.dropFirst(name.count + 1)) } ?? self[name]
        }
    }
}
