import Domain
import Presentation
import Testing

@testable import App

extension BrowserFixture {
    /// What lending adds to it.
    var lending: LendingView {
        get throws { try #require(browser.addition as? LendingView) }
    }

    /// The names of the people who have borrowed books, as far as they are loaded.
    var people: [String] { get throws { try lending.people.rows.map(\.borrower.name) } }

    /// The loans of the book whose details are shown.
    var loans: [LoanListing] {
        guard let row = content.detail else { return [] }
        return LoanQuery.history(of: row.id).rows(of: content.others, [row], today: environment.today())
    }

    /// Whether the cursor of the dialog is in the field for the term.
    var isOnTerm: Bool { (try? lending)?.lending?.form.focused == .term }

    /// Whether models that read the library now show the same people and loans.
    func showsTheLoans() async throws -> Bool {
        let people = PeopleViewModel(context: environment.context)
        await people.content.load()
        guard try people.rows == lending.people.rows else { return false }
        if case .dialog = state.mode { return true }
        let loans = LoansViewModel(context: environment.context, preferences: environment.preferences)
        await loans.content.load()
        return try loans.rows == lending.loans.rows
    }
}
