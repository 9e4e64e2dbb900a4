#if canImport(SwiftUI)
import Domain
import Presentation
import SwiftUI

// No view in this folder has ever been run: see the page "SwiftUI". A program soon has a View, List, Form
// or TextField of its own, so those of SwiftUI are named with their module.

/// The library, for the root of a window.
struct LibraryView: SwiftUI.View {
    // An initialiser can't read it. So this view does, and gives it to those that make view models from it.
    @Environment(\.dependencies) private var dependencies

    var body: some SwiftUI.View { BookListView(dependencies) }
}

/// The books, found by typing. A row's swipe or menu removes the book, lends it, extends its loan or takes it back.
private struct BookListView: SwiftUI.View {
    @State private var list: BookListViewModel
    @State private var loans: LoansViewModel
    /// The book to lend.
    @State private var lent: Row<Book>?
    @State private var isAdding = false
    /// How often the user has tried again.
    @State private var attempts = 0
    private let dependencies: AppEnvironment

    init(_ dependencies: AppEnvironment) {
        let (context, preferences) = (dependencies.context, dependencies.preferences)
        self.dependencies = dependencies
        // SwiftUI keeps the first of these and drops later ones; making one reads nothing.
        list = BookListViewModel(context: context, preferences: preferences)
        loans = LoansViewModel(context: context, preferences: preferences)
    }

    var body: some SwiftUI.View {
        NavigationStack {
            SwiftUI.List {
                if let failure, !list.rows.isEmpty {
                    Text(verbatim: failure.sentence)
                    retry
                }
                ForEach(list.rows) { row in
                    NavigationLink(value: row.id) { BookRowView(row) }
                        .swipeActions(allowsFullSwipe: false) { actions(for: row) }
                        .contextMenu { actions(for: row) }
                }
            }
            .overlay { if list.rows.isEmpty { emptyList } }
            .navigationTitle("Books")
            .navigationDestination(for: Book.ID.self) { BookDetailView($0, dependencies) }
            .searchable(text: $list.query.text, prompt: "Title, author or shelf")
            .toolbar { ToolbarItem { Button("Add a book", systemImage: "plus") { isAdding = true } } }
            .sheet(isPresented: $isAdding) { AddBookView(dependencies) }
            .alert(for: $list.actionError)
            .lending($lent, $loans.actionError, dependencies)
            // It ends when the view disappears. A new number ends it, too, and begins again.
            .task(id: attempts) { await list.observe() }
        }
    }

    @ViewBuilder
    private func actions(for row: Row<Book>) -> some SwiftUI.View {
        // Not with the role that hides the row at once: the rule may refuse.
        Button("Remove", systemImage: "trash") { Task { await list.remove([row.id]) } }.tint(Color.red)
        if row.lentTo == nil {
            Button("Lend", systemImage: "person") { lent = row }
        } else {
            Button("Extend", systemImage: "calendar.badge.plus") { Task { await loans.extend([row.id]) } }
            Button("Return", systemImage: "arrow.uturn.backward") { Task { await loans.takeBack([row.id]) } }
        }
    }

    /// Why the list can't be read, or no longer follows the library.
    private var failure: LibraryError? { list.content.observeError ?? list.content.loadError }

    private var retry: some SwiftUI.View { Button("Try again") { attempts += 1 } }

    /// What is shown instead of rows.
    @ViewBuilder
    private var emptyList: some SwiftUI.View {
        if let failure {
            ContentUnavailableView {
                Text("That didn't work")
            } description: {
                Text(verbatim: failure.sentence)
            } actions: {
                retry
            }
        } else if list.content.value == nil {
            ProgressView()
        } else if list.query.text.isEmpty {
            ContentUnavailableView {
                Text("No books")
            } actions: {
                Button("Add a book") { isAdding = true }
            }
        } else {
            ContentUnavailableView.search(text: list.query.text)
        }
    }
}

/// A book in the list, which VoiceOver reads as one element.
private struct BookRowView: SwiftUI.View {
    private let listing: Row<Book>

    init(_ listing: Row<Book>) { self.listing = listing }

    var body: some SwiftUI.View {
        VStack(alignment: .leading) {
            Text(verbatim: listing.draft.title).font(.headline)
            Text(verbatim: listing.draft.authors.joined(separator: ", "))
            HStack {
                Text(verbatim: listing.draft.status.rawValue)
                ForEach(BookField.allCases, id: \.self, content: mark)
                if let name = listing.lentTo, let due = listing.due {
                    Text(verbatim: "lent to \(name) until \(due)")
                }
            }
            .font(.caption)
        }
        .accessibilityElement(children: .combine)
    }

    /// Stars and ♥, with words for VoiceOver.
    @ViewBuilder
    private func mark(of field: BookField) -> some SwiftUI.View {
        let value = listing.draft[field]
        switch value {
        case .number(let stars):
            Text(verbatim: field.drawn(value)).accessibilityLabel(Text(verbatim: "\(stars) stars"))
        case .flag(true): Text(verbatim: field.drawn(value)).accessibilityLabel(Text(verbatim: field.words.label))
        default: EmptyView()
        }
    }
}
#endif
