import Domain
import Presentation

/// An entity with a page in the full-screen view. The page follows from its fields: a feature states what differs.
protocol BrowsedEntity: ListedEntity {
    /// The columns of the list, besides those of the names, which come first.
    static var browserColumns: [BrowserColumn<Self>] { get }
    /// The value of a field as the view draws it.
    static func drawn(_ value: FieldValue, of field: Draft.Field) -> String
    /// The same in a message, which names what isn't there, too.
    static func said(_ value: FieldValue, of field: Draft.Field) -> String
    /// The lines beside the list about the selected one; no further fields from `limit` lines on.
    static func summary(of row: Row<Self>, in library: LibrarySnapshot, width: Int, limit: Int, today: Day) -> [View]
    /// What the page about one has below its fields.
    static func moreDetails(of row: Row<Self>, in library: LibrarySnapshot, width: Int, today: Day) -> [View]
    /// What is to be done about it by now, such as "OVERDUE 3 days"; nil if nothing is.
    static func urgency(of row: Row<Self>, today: Day) -> String?
    /// Whether something is to be done about any of the library.
    static func hasUrgent(_ library: LibrarySnapshot, today: Day) -> Bool
    /// Why it can't be removed or given away now, as far as its row tells.
    static func refusal(of row: Row<Self>) -> LibraryError?
    /// Another one that is probably the same, for the message about one that was added.
    static func twin(of entity: Self, _ context: UseCaseContext) async throws(LibraryError) -> Self?
    /// How a form is filled in from elsewhere; nil if it can't be.
    @MainActor static func filler(_ environment: AppEnvironment) -> FormFiller<Self>?
    /// The commands, the dialogs and the page of another feature.
    @MainActor static func addition(_ environment: AppEnvironment) -> (any BrowserAddition<Self>)?

    /// What tells it from others, for messages of one line.
    var message: Notice { get }
}

extension BrowsedEntity {
    typealias Field = Draft.Field

    static var browserColumns: [BrowserColumn<Self>] { usualColumns }

    static func drawn(_ value: FieldValue, of field: Field) -> String {
        if case .flag(let flag) = value { flag ? field.words.label.lowercased() : "" } else { value.text }
    }

    static func said(_ value: FieldValue, of field: Field) -> String { usuallySaid(value, of: field) }

    static func usuallySaid(_ value: FieldValue, of field: Field) -> String {
        let label = field.words.label.lowercased()
        return switch value {
        case .none: "no \(label)"
        case .flag(let flag): flag ? label : "not \(label)"
        default: drawn(value, of: field)
        }
    }

    static func summary(of row: Row<Self>, in library: LibrarySnapshot, width: Int, limit: Int, today: Day) -> [View] {
        var list = FieldList()
        let (draft, names) = (row.draft, row.names.merging(library.names(referredToBy: [row])) { $1 })
        list.field("found", row.foundElsewhere)
        for field in Field.allCases where field != namingFields.first {
            list.write(draft[field], of: field.kind, named: field.words.label.lowercased(), names: names)
        }
        let title = Self.names(of: draft).first ?? ""
        return [View].broken(title, into: width, .strong) + list.lines(width: width, limit: limit)
    }

    /// The lines of the page about one.
    static func details(of row: Row<Self>, in library: LibrarySnapshot, width: Int, today: Day) -> [View] {
        var list = FieldList()
        let (draft, names) = (row.draft, row.names.merging(library.names(referredToBy: [row])) { $1 })
        list.field("id", "\(row.id)")
        for field in Field.allCases {
            let name = field.words.label.lowercased()
            if field.kind.form == .orderedNames, case .names(let names) = draft[field] {
                list.field(name, names.joined(separator: ", "))
            } else {
                list.write(draft[field], of: field.kind, named: name, names: names)
            }
        }
        for field in Derived.Field.allCases {
            list.write(row.derived?[field] ?? .none, of: field.kind, named: field.rawValue.inWords)
        }
        list.field("found", row.foundElsewhere)
        return list.lines(width: width) + moreDetails(of: row, in: library, width: width, today: today)
    }

    static func moreDetails(of row: Row<Self>, in library: LibrarySnapshot, width: Int, today: Day) -> [View] { [] }
    static func urgency(of row: Row<Self>, today: Day) -> String? { nil }
    static func hasUrgent(_ library: LibrarySnapshot, today: Day) -> Bool { false }
    static func refusal(of row: Row<Self>) -> LibraryError? { nil }
    static func twin(of entity: Self, _ context: UseCaseContext) async throws(LibraryError) -> Self? { nil }
    @MainActor static func filler(_ environment: AppEnvironment) -> FormFiller<Self>? { nil }
    @MainActor static func addition(_ environment: AppEnvironment) -> (any BrowserAddition<Self>)? { nil }

    var message: Notice { "\"\(long: displayName)\"" }
}

extension Array where Element: BrowsedEntity {
    /// One of them by what tells it from others, or how many they are.
    var called: Notice { count == 1 ? self[0].message : Notice(stringLiteral: Element.counting(count)) }
}

/// How a form is filled in from elsewhere, by a key.
struct FormFiller<Entity: BrowsedEntity>: Sendable {
    /// The field whose hint names the key.
    let field: Entity.Draft.Field
    /// What the key does.
    let hint: String
    /// Why nothing can be filled in; nil if something can.
    let refusal: @Sendable (Entity.Draft) -> String?
    /// Fills in what is missing. Returns false if it fails: then the editor says why.
    let fill: @MainActor @Sendable (EditorViewModel<Entity>) async -> Bool
}

/// What another feature adds to the page of an entity: commands for the selected one, dialogs, and a page of its own. It keeps
/// its own state. The browser carries out its changes one after the other, with all others.
@MainActor
protocol BrowserAddition<Entity>: AnyObject {
    associatedtype Entity: BrowsedEntity

    /// Its keys, over the list and over the details of one.
    nonisolated static var commands: [BrowserCommand] { get }
    /// The keys over its page.
    nonisolated static var hints: [String] { get }

    /// Carries out a command, for these where it needs some. It may open a dialog, or the page.
    func carryOut(_ command: TerminalInput, for ids: [Entity.ID], in browser: Browser<Entity>)
    /// Handles what the user has typed while its dialog or page is open; over details, a key that goes to the next.
    func handle(_ input: TerminalInput, in browser: Browser<Entity>)

    /// The dialog, while one is open.
    var dialog: AdditionDialog? { get }
    func closeDialog()
    /// The page, as it fits.
    func page(columns: Int, height: Int) -> AdditionPage
    /// Reads the library for the page from now on, or no longer.
    func observe()
    func stop()

    /// What went wrong, and what dismisses it.
    var error: (LibraryError, dismiss: @MainActor () -> Void)? { get }
    /// Why its latest change failed.
    var actionError: LibraryError? { get }
}

struct AdditionDialog: Sendable {
    let title: String
    let body: View
    let height: Int
    let hints: [String]
    /// Whether something was typed.
    let isChanged: Bool
}

struct AdditionPage: Sendable {
    let heading: [Styled]
    let subtitle: String
    let body: View
    let selected: Int
    let count: Int
}

/// A key for what is selected or marked, or one that opens a page.
struct BrowserCommand: Sendable {
    let input: TerminalInput
    let meaning: String
    /// A word for the line of keys.
    let hint: String
    /// Whether it belongs among the first keys there.
    var isImportant = false
    /// Whether it is for the one that is selected, or those that are marked.
    var needsRow = true

    var name: String { if case .text(let text) = input { text } else { "" } }
}
