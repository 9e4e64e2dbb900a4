#if canImport(SwiftUI)
import Domain
import Presentation
import SwiftUI

/// All fields of a book, and its loans.
struct BookDetailView: SwiftUI.View {
    @State private var detail: DetailViewModel<Book>
    private let today: Day

    init(_ book: Book.ID, _ dependencies: AppEnvironment) {
        detail = DetailViewModel(book, context: dependencies.context)
        today = dependencies.today()
    }

    var body: some SwiftUI.View {
        SwiftUI.List {
            if let failure = detail.content.observeError ?? detail.content.loadError {
                Text(verbatim: failure.sentence)
            }
            if let draft = detail.row?.draft {
                ForEach(BookField.allCases.filter { !$0.drawn(draft[$0]).isEmpty }, id: \.self) { field in
                    LabeledContent(field.words.label, value: field.drawn(draft[field]))
                }
            }
            ForEach(detail.loans(today: today)) { loan in
                LabeledContent(
                    loan.borrower, value: loan.loan.returned.map { "returned \($0)" } ?? "due \(loan.loan.due)")
            }
        }
        .overlay {
            if detail.content.value != nil, detail.row == nil {
                ContentUnavailableView { Text("No longer in the library") }
            }
        }
        .navigationTitle("Book")
        .task { await detail.content.observe() }
    }
}
#endif
