import Domain

/// What is typed into the form for a loan.
struct LendState: Equatable, Sendable {
    private(set) var person = TextField()
    /// A number of days, or a day; empty for the preferred period.
    private(set) var term = TextField()
    private(set) var isInTerm = false

    mutating func edit(_ input: TerminalInput) {
        switch input {
        case .key(.tab), .key(.backTab), .key(.up), .key(.down): isInTerm.toggle()
        case .text(let text), .paste(let text):
            if isInTerm { term.insert(text) } else { person.insert(text) }
        case .key(let key): _ = isInTerm ? term.edit(key) : person.edit(key)
        }
    }

    var hasPerson: Bool { !person.text.tidied.isEmpty }

    /// The term that is typed: `.some(nil)` for the preferred period, nil for a text that can't be read.
    func readTerm(today: Day) -> LoanTerm?? {
        let text = term.text.tidied
        if text.isEmpty { return .some(nil) }
        if let period = try? ValueReader<LoanPeriod>.loanPeriod.read(text) { return .days(period) }
        return (try? ValueReader<ChosenDay>.day.read(text)).map { .until($0.day { today }) }
    }
}
