import Testing

@testable import App

/// What can complete a command line, tested with the commands of `Calculator`.
struct CompletionTests {
    /// The candidates for the last of the words, without what the shell or the program looks up.
    private func candidates(_ words: String...) -> [String] {
        let completer = Completer<CalculatorOptions>(words, of: Calculator.commands)
        guard case .words(let candidates, _) = completer.completion else { return [] }
        return candidates().filter { $0.begins(with: completer.word) }.map { completer.start + $0.text }
    }

    @Test func commandsAndMembersOfGroups() {
        #expect(candidates("") == ["sum", "convert", "explain", "find", "memory", "help"])
        #expect(candidates("") == candidates("--loud", "--base", "2", ""))
        #expect(candidates("S") == ["sum"])
        #expect(candidates("memory", "") == ["list", "store"])
        #expect(candidates("help", "memory", "s") == ["store"])
        #expect(candidates("help", "sum", "") == [])
        #expect(candidates("smu", "") == [])
        #expect(candidates() == candidates(""))
    }

    @Test func commandsComeWithTheirSummaries() {
        let completer = Completer<CalculatorOptions>(["su"], of: Calculator.commands)
        guard case .words(let candidates, _) = completer.completion else {
            Issue.record("no words")
            return
        }
        #expect(candidates().first == Completion.Candidate(text: "sum", explanation: "Adds numbers."))
    }

    @Test func optionsThatMayStillBeGiven() {
        let all = ["--scale", "--note", "--rounded", "--loud", "--base", "--help", "--version"]
        #expect(candidates("sum", "-") == all)
        #expect(candidates("sum", "1", "--") == all)
        #expect(candidates("sum", "--scale", "2", "--note=a", "--rounded", "--l") == ["--loud"])
        #expect(candidates("sum", "--scale", "2", "--note=a", "--s") == [])
        #expect(candidates("sum", "--note=a", "--note", "b", "--n") == ["--note"])
        #expect(candidates("convert", "--exact", "--d") == [])
        #expect(candidates("convert", "--digits", "3", "--e") == [])
        #expect(candidates("--loud", "--") == ["--base", "--help", "--version"])
        #expect(candidates("sum", "--", "--") == [])
        #expect(candidates("help", "sum", "--sh") == ["--short"])
        #expect(candidates("sum", "--sh") == [])
    }

    @Test func valuesOfOptionsInBothForms() {
        #expect(candidates("convert", "--to", "") == ["metre", "foot", "mile"])
        #expect(candidates("convert", "--to", "M") == ["metre", "mile"])
        #expect(candidates("convert", "3", "--to=m") == ["--to=metre", "--to=mile"])
        #expect(candidates("sum", "--scale", "") == [])
        #expect(candidates("sum", "--rounded=") == [])
        #expect(candidates("sum", "--nothing=") == [])
    }

    @Test func optionsOfTheWholeProgramAreReadFromTheLine() {
        func base(_ words: String...) -> Int? {
            CalculatorOptions(Completer<CalculatorOptions>(words, of: Calculator.commands).values).base
        }
        #expect(base("--base", "7", "sum", "") == 7)
        #expect(base("sum", "--base=7", "") == 7)
        #expect(base("sum", "--base=x", "") == nil)
        #expect(base("sum", "--scale", "7", "") == nil)
    }

    private func found(_ words: String...) -> Completer<CalculatorOptions> {
        Completer(words, of: Calculator.commands)
    }

    @Test func operandsByTheirPosition() async {
        func isFile(_ completer: Completer<CalculatorOptions>) -> Bool {
            if case .files = completer.completion { true } else { false }
        }
        func firstName(_ completer: Completer<CalculatorOptions>) async -> String? {
            guard case .names(let names) = completer.completion else { return nil }
            return await names(NameRequest(word: "", options: [], variables: Variables { _ in nil })).first?.text
        }
        #expect(await firstName(found("memory", "store", "")) == "e")
        #expect(isFile(found("memory", "store", "pi", "")))
        #expect(!isFile(found("memory", "store", "pi", "3", "")))
        // Each of several values, but only the first word of one text.
        #expect(await firstName(found("sum", "")) == "e")
        #expect(await firstName(found("sum", "1", "--loud", "2", "")) == "e")
        #expect(await firstName(found("explain", "")) == "?")
        #expect(await firstName(found("explain", "why", "")) == nil)
    }

    @Test func partsOfAValue() {
        #expect(candidates("memory", "list", "--only", "p") == ["pi"])
        #expect(candidates("memory", "list", "--only", "pi,") == ["pi,pi", "pi,e"])
        #expect(candidates("memory", "list", "--only=e,p") == ["--only=e,pi"])
    }
}

/// The lines that a shell's script reads.
struct CompletionAnswerTests {
    private func answer(_ line: String, in shell: Shell = .fish) async -> [String] {
        let variables = Variables { ["E": "2", "F": "3"][$0] }
        return await CompletionAnswer<CalculatorOptions>(
            program: Calculator.commands, shell: shell, variables: variables
        )
        .lines(for: line, wordBreaks: "")
    }

    @Test func theLineAndItsVariablesSayWhatIsLookedUp() async {
        #expect(await answer("calc sum ") == ["e\t2"])
        #expect(await answer("E=1 E=2.7 calc sum ") == ["e\t2.7"])
        #expect(await answer("calc explain 'why not") == ["why not?"])
    }

    @Test func controlCharactersAreLeftOut() async {
        #expect(await answer("calc --base 7 sum ").last == "base\("\u{7}".printable)\t7")
        #expect(await answer("calc --base \u{7} sum ").last?.contains("\u{7}") == false)
    }

    @Test func filesAreTheShells() async {
        #expect(await answer("calc memory store pi ") == ["\t"])
    }

    @Test func onlyWhatWasBegun() async {
        #expect(await answer("calc S") == ["sum\tAdds numbers."])
        #expect(await answer("calc S", in: .bash) == ["sum"])
        #expect(await answer("calc sum --sc") == ["--scale\tdigits after the point"])
        #expect(await answer("E=1") == [])
    }
}

/// Reading what was typed in a shell, and writing what it inserts.
struct TypedLineTests {
    private static let breaks = " \t\n\"'><=;|&(:"

    @Test(arguments: [
        ("calc sum 1 2", ["calc", "sum", "1", "2"]), ("calc sum ", ["calc", "sum", ""]),
        ("  calc   sum\t\t1", ["calc", "sum", "1"]), ("calc", ["calc"]),
        (#"calc 'a b' "c d" e\ f"#, ["calc", "a b", "c d", "e f"]), (#"calc 'a b"#, ["calc", "a b"]),
        (#"calc "it's \"\$\`\\ \n"#, ["calc", #"it's "$`\ \n"#]), (#"calc a'b'"c"d"#, ["calc", "abcd"]),
        (#"calc 'a'\''b'"#, ["calc", "a'b"]), (#"calc --x=''"#, ["calc", "--x="]), (#"calc a\"#, ["calc", #"a\"#]),
        ("calc '' b", ["calc", "", "b"]),
    ])
    func words(_ line: String, _ words: [String]) {
        for shell in [Shell.bash, .zsh] { #expect(TypedLine(line, in: shell).words == words) }
    }

    @Test func inFishABackslashEscapesWithinSingleQuotationMarks() {
        #expect(TypedLine(#"calc 'it\'s \\ \n"#, in: .fish).words == ["calc", #"it's \ \n"#])
    }

    @Test(arguments: [
        ("calc sh", "show", "show"), ("calc it", #"it's $5 `x` "q" \"#, #"'it'\''s $5 `x` "q" \'"#),
        ("calc 'it", #"it's $5"#, #"it'\''s $5"#), (#"calc "it"#, #"it's $5 `x` "q" \"#, #"it's \$5 \`x\` \"q\" \\"#),
        ("calc --to=m", "--to=metre", "metre"), ("calc --to=m", "--to=a b", "'a b'"),
        ("calc --to='a", "--to=a b", "a b"), ("calc file:", "file://", "//"), ("calc 'x: y", "x: yz", "x: yz"),
        ("calc ", "été", "'été'"),
    ])
    func bashReplacesOnlyThePartAfterItsWordBreaks(_ line: String, _ text: String, _ inserted: String) {
        #expect(TypedLine(line, in: .bash, wordBreaks: Self.breaks).inBash([text]) == [inserted])
    }

    @Test func bashCannotChangeThePartBefore() {
        #expect(TypedLine("calc lima:p", in: .bash, wordBreaks: Self.breaks).inBash(["Lima: Peru"]) == [])
    }

    @Test func severalTextsThatDoNotBeginWithTheWordLeaveItAsItIs() {
        let typed = TypedLine("calc x", in: .bash)
        #expect(typed.inBash(["Pax", "Pox"]) == ["Pax", "Pox", ""])
        #expect(typed.inBash(["Pax"]) == ["Pax"])
        #expect(typed.inBash(["X1", "x2"]) == ["X1", "x2"])
    }

    @Test(arguments: Shell.allCases) func scriptsNameTheProgram(_ shell: Shell) {
        let script = shell.script(for: "calc")
        #expect(script.contains("command calc completions \(shell)"))
        #expect(!script.contains("PROGRAM"))
    }
}
