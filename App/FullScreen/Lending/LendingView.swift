import Domain
import Observation
import Presentation

/// Lending in the view of books: the commands for a book, the dialog for a loan, and the page of loans and of the people who
/// have books.
@MainActor
@Observable
final class LendingView: BrowserAddition {
    static let commands = [
        BrowserCommand(input: .text("l"), meaning: "lend the book", hint: "lend", isImportant: true),
        BrowserCommand(input: .text("r"), meaning: "take the book back", hint: "return", isImportant: true),
        BrowserCommand(input: .text("+"), meaning: "extend the loan by the usual period", hint: "extend"),
        BrowserCommand(
            input: .text("L"), meaning: "loans by due day, and who has which books", hint: "loans", needsRow: false),
    ]

    static let hints = [
        "escape back", "r return", "+ extend", "enter show", "tab people or loans", "U undo", "↑↓ select",
    ]

    let loans: LoansViewModel
    let people: PeopleViewModel
    let context: UseCaseContext
    private let preferences: any PreferencesRepository
    /// What is open, and typed.
    @ObservationIgnored var page = LoansPage()
    @ObservationIgnored private(set) var lending: (books: [Book], form: Form<LendField>)?
    /// How long a loan usually is; nil if it can't be read, which lending then reports.
    @ObservationIgnored private var period: LoanPeriod?
    @ObservationIgnored private var observing: Task<Void, Never>?
    @ObservationIgnored var height = 1

    init(_ environment: AppEnvironment) {
        (context, preferences) = (environment.context, environment.preferences)
        loans = LoansViewModel(context: context, preferences: environment.preferences)
        people = PeopleViewModel(context: context)
    }

    func observe() {
        observing?.cancel()
        observing = Task { [loans, people] in
            async let loansEnd: Void = loans.content.observe()
            async let peopleEnd: Void = people.content.observe()
            _ = await (loansEnd, peopleEnd)
        }
    }

    func stop() { observing?.cancel() }

    var actionError: LibraryError? { loans.actionError }

    var error: (LibraryError, dismiss: @MainActor () -> Void)? {
        let errors: [(LibraryError?, @MainActor () -> Void)] = [
            (loans.actionError, { self.loans.actionError = nil }),
            (loans.content.loadError, { self.loans.content.loadError = nil }),
            (loans.content.observeError, { self.loans.content.observeError = nil }),
            (people.content.observeError, { self.people.content.observeError = nil }),
            (people.content.loadError, { self.people.content.loadError = nil }),
        ]
        for case (let error?, let dismiss) in errors { return (error, dismiss) }
        return nil
    }

    // MARK: Commands

    func carryOut(_ command: TerminalInput, for ids: [Book.ID], in browser: Browser<Book>) {
        switch command {
        case .text("L"):
            page = LoansPage()
            browser.openPage()
        case .text("l"):
            let rows = browser.state.chosen(in: browser.content)
            // A return may be under way.
            if !browser.changes.isWorking, let refusal = rows.lazy.compactMap(Book.refusal(of:)).first {
                browser.state.warning = refusal.message + "."
                break
            }
            lending = (rows.compactMap(\.entity), Form())
            browser.state.mode = .dialog(over: browser.state.mode)
            Task {
                period = try? await preferences.preferences().loanPeriod
                await people.content.load()
            }
        case .text("r"):
            browser.change(waits: true) {
                guard let loans = await self.loans.takeBack(ids) else { return browser.refuse(ids, "returned") }
                let has = loans.borrowers.count == 1 ? "has" : "have"
                browser.state.say("\(long: loans.borrowers.listed) \(has) returned \(loans.books).")
            }
        case .text("+"):
            browser.change(waits: true) {
                guard let loans = await self.loans.extend(ids) else { return browser.refuse(ids, "extended") }
                browser.state.say("\(long: loans.borrowers.listed) can keep \(loans.books) \(loans.howLong).")
            }
        default: break
        }
    }

    private func lend(_ ids: [Book.ID], to person: String, for term: LoanTerm?, in browser: Browser<Book>) {
        browser.change {
            await self.people.content.load()
            let isNew = self.people.content.loadError == nil && !self.people.knows(person)
            guard let loans = await self.loans.lend(ids, to: person, for: term) else { return }
            let borrower = "\(loans.borrowers.listed)\(isNew ? ", a new person," : "")"
            let said: Notice = "Lent \(loans.books) to \(borrower) \(loans.howLong)."
            // What was opened meanwhile stays.
            guard browser.state.isDialog, self.lending?.books.map(\.id) == ids else { return browser.state.say(said) }
            self.closeDialog()
            browser.state.showList(selecting: ids.count == 1 ? ids[0] : nil, message: said)
        }
    }

    // MARK: Keys

    func handle(_ input: TerminalInput, in browser: Browser<Book>) {
        lending == nil ? handlePage(input, in: browser) : handleDialog(input, in: browser)
    }

    private func handlePage(_ input: TerminalInput, in browser: Browser<Book>) {
        if moveSelection(input) {
            if case .detail = browser.state.mode { showBook(in: browser) }
            return
        }
        switch input {
        case .text("r"), .text("+"): if let book = selectedBook { carryOut(input, for: [book], in: browser) }
        case .key(.tab): page.showsPeople.toggle()
        case .key(.escape) where page.person != nil && !page.showsPeople:
            (page.person, page.showsPeople) = (nil, true)
        case .key(.escape), .text("q"), .text("L"): browser.leavePage()
        case .key(.enter) where page.showsPeople:
            guard let person = page.people.row(in: borrowers) else { break }
            (page.person, page.showsPeople) = (person.id, false)
        case .key(.enter): showBook(in: browser)
        default: break
        }
    }

    private func showBook(in browser: Browser<Book>) {
        for action in browser.state.show(selectedBook) { browser.carryOut(action) }
    }

    private func handleDialog(_ input: TerminalInput, in browser: Browser<Book>) {
        guard var lending else { return }
        switch input {
        case .key(.escape):
            closeDialog()
            browser.state.leave()
            return
        case .key(.enter), .key(.control("s")):
            guard lending.form.hasPerson, let term = lending.form.readTerm() else { return }
            lend(lending.books.map(\.id), to: lending.form.person.text, for: term, in: browser)
        case .key(.tab) where suggestion(lending.form) != nil:
            if let person = suggestion(lending.form) { lending.form.show(.text(person), in: .person) }
        default: _ = lending.form.handle(input, .text(""))
        }
        self.lending = lending
    }

    func closeDialog() { lending = nil }

    // MARK: What is shown

    /// The people who have books.
    var borrowers: [PeopleViewModel.Row] { people.rows.filter { $0.booksOut > 0 } }

    private func known(_ form: Form<LendField>) -> [String] {
        let typed = context.folding(form.person.text)
        return people.rows.map(\.borrower.name).filter { context.folding($0).hasPrefix(typed) }
    }

    /// The person whom Tab takes.
    private func suggestion(_ form: Form<LendField>) -> String? {
        form.focused == .person && isNew(form) ? known(form).first : nil
    }

    /// Whether nobody has the name that is typed.
    private func isNew(_ form: Form<LendField>) -> Bool { form.hasPerson && !people.knows(form.person.text) }

    var dialog: AdditionDialog? {
        guard let (books, form) = lending else { return nil }
        return AdditionDialog(
            title: "Lend \(books.count == 1 ? books[0].quoted : Book.counting(books.count))",
            body: form.view(known(form), suggestion: suggestion(form), isNew: isNew(form), period), height: 5,
            hints: ["enter lend", "escape cancel", "tab next field"],
            isChanged: !(form.person.text + form.term.text).isEmpty)
    }
}

extension [LoanListing] {
    /// The book, or how many they are.
    fileprivate var books: Notice { count == 1 ? "\"\(long: self[0].title)\"" : "\(Book.counting(count))" }

    /// The people, each once.
    fileprivate var borrowers: [String] { Set(map(\.borrower)).sorted() }

    fileprivate var howLong: String { Set(map(\.loan.due)).count == 1 ? "until \(self[0].loan.due)" : "longer" }
}
