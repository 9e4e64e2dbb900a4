import Domain

/// A field of the form for a loan.
enum LendField: CaseIterable, Hashable, Sendable {
    case person
    /// A number of days, or a day; empty for the preferred period.
    case term
}

extension Form<LendField> {
    init() { self.init(LendField.allCases) { _ in .text("") } }

    var person: TextField { texts[.person, default: TextField()] }
    var term: TextField { texts[.term, default: TextField()] }

    var hasPerson: Bool { !person.text.tidied.isEmpty }

    /// The people whose names begin with what is typed.
    func known(_ content: BrowserContent) -> [String] {
        let typed = content.folding(person.text)
        return content.people.filter { content.folding($0).hasPrefix(typed) }
    }

    /// Whether nobody has the name that is typed.
    func isNew(_ content: BrowserContent) -> Bool {
        let typed = content.folding(person.text.tidied)
        return hasPerson && !content.people.contains { content.folding($0) == typed }
    }

    /// The person whom Tab takes.
    func suggestion(_ content: BrowserContent) -> String? {
        focused == .person && isNew(content) ? known(content).first : nil
    }

    /// The term that is typed: `.some(nil)` for the preferred period, nil for a text that can't be read.
    func readTerm() -> LoanTerm?? {
        let text = term.text.tidied
        if text.isEmpty { return .some(nil) }
        if let period = try? ValueReader<LoanPeriod>.loanPeriod.read(text) { return .days(period) }
        return (try? ChosenDay(text)).map { .until($0) }
    }
}
