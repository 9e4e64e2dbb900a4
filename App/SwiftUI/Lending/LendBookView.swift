#if canImport(SwiftUI)
import Domain
import Presentation
import SwiftUI

/// To whom a book is lent, and for how long.
struct LendBookView: SwiftUI.View {
    @State private var loans: LoansViewModel
    @State private var people: PeopleViewModel
    @State private var person = ""
    @State private var isUsualPeriod = true
    @State private var days = LoanPeriod.standard.days
    @State private var isLending = false
    @Environment(\.dismiss) private var dismiss
    private let listing: Row<Book>

    init(_ listing: Row<Book>, _ dependencies: AppEnvironment) {
        self.listing = listing
        loans = LoansViewModel(context: dependencies.context, preferences: dependencies.preferences)
        people = PeopleViewModel(context: dependencies.context)
    }

    var body: some SwiftUI.View {
        NavigationStack {
            SwiftUI.Form {
                Text(verbatim: listing.draft.title).font(.headline)
                SwiftUI.TextField("Person", text: $person)
                ForEach(people.rows) { row in
                    Button {
                        person = row.borrower.name
                    } label: {
                        Text(verbatim: row.borrower.name)
                    }
                }
                Toggle("Usual loan period", isOn: $isUsualPeriod)
                if !isUsualPeriod {
                    Stepper(value: $days, in: LoanDays.allowed) { Text(verbatim: "\(days) days") }
                }
            }
            .navigationTitle("Lend a book")
            .toolbar {
                ToolbarItem(placement: .cancellationAction) { Button("Cancel") { dismiss() } }
                ToolbarItem(placement: .confirmationAction) {
                    Button("Lend") { Task { await lend() } }.disabled(person.tidied.isEmpty || isLending)
                }
            }
            .alert(for: $loans.actionError)
            // Without them, the name is typed.
            .task { await people.content.load() }
        }
    }

    private func lend() async {
        isLending = true
        defer { isLending = false }
        let term = isUsualPeriod ? nil : LoanTerm.days(LoanPeriod(clamping: days))
        if await loans.lend([listing.id], to: person, for: term) != nil { dismiss() }
    }
}

extension SwiftUI.View {
    /// Shows the form while there is a book to lend, and says why a loan wasn't changed.
    func lending(
        _ book: Binding<Row<Book>?>, _ error: Binding<LibraryError?>, _ dependencies: AppEnvironment
    ) -> some SwiftUI.View {
        sheet(item: book) { LendBookView($0, dependencies) }.alert(for: error)
    }
}
#endif
