import Domain
import Presentation

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

    /// The term that is typed: `.some(nil)` for the preferred period, nil for a text that can't be read.
    func readTerm() -> LoanTerm?? {
        let text = term.text.tidied
        if text.isEmpty { return .some(nil) }
        if let period = try? ValueReader<LoanPeriod>.loanPeriod.read(text) { return .days(period) }
        return (try? ChosenDay(text)).map { .until($0) }
    }

    /// The dialog. `people` have names that begin as typed; Tab takes `suggestion`, and `period` is the usual one.
    func view(_ people: [String], suggestion: String?, isNew: Bool, _ period: LoanPeriod?) -> View {
        let known = (suggestion == nil ? "" : "tab: ") + people.joined(separator: ", ")
        let hasTerm = readTerm() != nil
        let usual = period?.days.counting("day") ?? "the usual period"
        let help: View =
            hasTerm
            ? .text("days, or a day; empty for \(usual)", .faint)
            : .text("a number of days, or a day like \(Day.example)", .bad)
        let form = view(labels: 6, height: 4, note: { $0 == .person ? .text(known, .faint) : help }) {
            ($0 == .person ? "To" : "For", .text(""))
        }
        let isNew = Styled(isNew ? " to a new person" : "", .warning)
        let outcome: View = hasPerson && hasTerm ? .line([Styled("enter lends", .faint), isNew]) : .blank
        return .column([.fixed(4, form), .fixed(1, outcome)])
    }
}
