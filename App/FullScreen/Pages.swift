import Domain
import Presentation

/// Lets the user edit a text in an editor, and returns it.
typealias TextEditor = (String) async throws(ExternalEditor.Failure) -> String

/// A page of the full-screen view.
@MainActor
protocol BrowserPage: AnyObject, FullScreenView where Failure == LibraryError {
    /// The type of the entities that it shows, and what people call them.
    var entities: ObjectIdentifier { get }
    var name: String { get }
    /// Whether nothing is open over its list.
    var isList: Bool { get }
    /// The name of the page that comes next, for the keys, and what opens a link.
    var next: String? { get set }
    var follow: (PageLink) -> Void { get set }
    /// Called when the user leaves the details of one, or those that were shown.
    var goBack: (_ isFromOne: Bool) -> Void { get set }

    func observe()
    func stop()
    func finish() async -> LibraryError?
    func open(_ link: PageLink)
    /// Shows again what is shown now.
    func place() -> @MainActor () -> Void
    /// Leaves the details, if they are shown.
    func showList()
    func forgetMessages()
}

/// Shows one page at a time. Tab goes to the next entity's list, and Escape goes back from what a link has opened.
@MainActor
final class Pages: FullScreenView {
    private let pages: [any BrowserPage]
    private var current = 0
    private var isObserved: Set<Int> = []
    /// The links that were followed: each with the page it came from, and what the page it leads to showed before.
    private var trail: [(page: Int, isOne: Bool, showAgain: @MainActor () -> Void)] = []

    init(_ environment: AppEnvironment, changed: @escaping () -> Void, edit: @escaping TextEditor) {
        let (store, changes) = (StoreWatch(environment), ChangeQueue<LibraryError>())
        func browser<Entity: BrowsedEntity>(_: Entity.Type) -> any BrowserPage {
            Browser<Entity>(environment, store, changes, changed: changed, edit: edit)
        }
        pages = Self.entities.map { browser($0) }
        for (index, page) in pages.enumerated() {
            if pages.count > 1 { page.next = pages[(index + 1) % pages.count].name }
            page.follow = { [weak self] link in self?.follow(link) }
            page.goBack = { [weak self] isFromOne in self?.goBack(isFromOne) }
        }
    }

    var page: any BrowserPage { pages[current] }

    /// Begins to show the library.
    func observe() { show(current) }

    func stop() { for page in pages { page.stop() } }

    /// Waits for the change of any page that was being stored at the end. Returns the error if it failed.
    func finish() async -> LibraryError? {
        var failure: LibraryError?
        for page in pages { failure = await page.finish() ?? failure }
        return failure
    }

    private func show(_ index: Int) {
        if index != current { page.forgetMessages() }
        current = index
        if isObserved.insert(index).inserted { page.observe() }
    }

    private func follow(_ link: PageLink) {
        guard let index = pages.firstIndex(where: { $0.entities == link.page }) else { return }
        let isOne = if case .one = link.target { true } else { false }
        trail.append((current, isOne, pages[index].place()))
        show(index)
        page.open(link)
    }

    private func goBack(_ isFromOne: Bool) {
        guard let last = trail.last, last.isOne == isFromOne else { return }
        trail.removeLast()
        last.showAgain()
        show(last.page)
    }

    /// Why there is nothing to show at all.
    var failure: LibraryError? { isObserved.count == 1 ? page.failure : nil }
    var takesText: Bool { page.takesText }
    var isAsking: Bool { page.isAsking }
    var isAway: Bool { page.isAway }

    func resize(columns: Int, lines: Int) {
        for page in pages { page.resize(columns: columns, lines: lines) }
    }

    func screen() -> Screen { page.screen() }

    func takes(_ input: TerminalInput) -> Bool { page.takes(input) }

    func handle(_ input: TerminalInput) -> Bool {
        if [.key(.tab), .key(.backTab)].contains(input), pages.count > 1, page.isList {
            while let last = trail.popLast() {
                last.showAgain()
                pages[last.page].showList()
            }
            show((current + (input == .key(.tab) ? 1 : pages.count - 1)) % pages.count)
            return true
        }
        // The details that a link opened were left for something else: there is no way back from the list.
        while page.isList, trail.last?.isOne == true { trail.removeLast() }
        return page.handle(input)
    }
}

extension BrowsedEntity {
    /// What shows its list, for the trace.
    static var list: Any.Type { ListViewModel<Self>.self }
}
