import Testing

@testable import App

/// What can complete a command line, tested with commands that have nothing to do with books.
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
        #expect(Completer<CalculatorOptions>(["--base", "7", "sum", ""], of: Calculator.commands).shared.base == 7)
        #expect(Completer<CalculatorOptions>(["sum", "--base=7", ""], of: Calculator.commands).shared.base == 7)
        #expect(Completer<CalculatorOptions>(["sum", "--base=x", ""], of: Calculator.commands).shared.base == nil)
    }

    private func found(_ words: String...) -> Completer<CalculatorOptions> {
        Completer(words, of: Calculator.commands)
    }

    @Test func operandsByTheirPosition() {
        func isFile(_ completer: Completer<CalculatorOptions>) -> Bool {
            if case .files = completer.completion { true } else { false }
        }
        func names(_ completer: Completer<CalculatorOptions>) -> String? {
            if case .names(let list) = completer.completion { list } else { nil }
        }
        #expect(names(found("memory", "store", "")) == "numbers")
        #expect(isFile(found("memory", "store", "pi", "")))
        #expect(!isFile(found("memory", "store", "pi", "3", "")))
        // Each of several values, but only the first word of one text.
        #expect(names(found("sum", "")) == "numbers")
        #expect(names(found("sum", "1", "--loud", "2", "")) == "numbers")
        #expect(names(found("explain", "")) == "questions")
        #expect(names(found("explain", "why", "")) == nil)
    }

    @Test func partsOfAValue() {
        #expect(candidates("memory", "list", "--only", "p") == ["pi"])
        #expect(candidates("memory", "list", "--only", "pi,") == ["pi,pi", "pi,e"])
        #expect(candidates("memory", "list", "--only=e,p") == ["--only=e,pi"])
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
        ("calc --to='a", "--to=a b", "a b"), ("calc etcd:", "etcd://", "//"), ("calc 'x: y", "x: yz", "x: yz"),
        ("calc ", "été", "'été'"),
    ])
    func bashReplacesOnlyThePartAfterItsWordBreaks(_ line: String, _ text: String, _ inserted: String) {
        #expect(TypedLine(line, in: .bash, wordBreaks: Self.breaks).inBash([text]) == [inserted])
    }

    @Test func bashCannotChangeThePartBefore() {
        #expect(TypedLine("calc dune:m", in: .bash, wordBreaks: Self.breaks).inBash(["Dune: Messiah"]) == [])
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
