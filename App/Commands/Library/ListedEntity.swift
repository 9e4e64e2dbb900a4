import Data
import Domain
import Presentation

/// An entity with commands. Everything has a usual form, made of its fields; an entity states what differs.
protocol ListedEntity: FieldedEntity where Draft.Field: DescribedField {
    static var words: EntityWords<Self> { get }

    /// The columns that people see.
    static var columns: [Column<Row<Self>>] { get }
    /// Whether tab-separated values have the field. Their columns stay as they were in the first version.
    static func isTabbed(_ field: Draft.Field) -> Bool
    /// The options of `add` and `edit`, in the order of help.
    static var entered: [Draft.Field] { get }
    /// The conditions of lists, in the order of help.
    static var conditions: [ConditionOption<Self>] { get }
    /// What `--sort` takes; nil for the name.
    static var sorts: [(name: String, sort: Sort<Draft.Field>?)] { get }

    /// Whether this field is enough for `completed`, so that the naming ones can be left out.
    static func isEnough(_ field: Draft.Field) -> Bool
    /// The field that has that text as a key.
    static func field(ofKey text: String) -> Draft.Field?
    @MainActor static func list(of query: Query<Self>, _ environment: AppEnvironment) -> ListViewModel<Self>
    /// Prints these rows. A requirement, so that it is specialised for each type: without that, printing a large library takes
    /// three times as long.
    @MainActor static func print(_ rows: [Row<Self>], columns: [String], on console: Console)
    /// A draft with what can be found out about it elsewhere, before it is added.
    @MainActor static func completed(_ draft: Draft, in session: AppSession) async throws(LibraryError) -> Draft
    /// What to say once an entity with these fields is added.
    static func remarks(onAdding draft: Draft, _ context: UseCaseContext) async throws(LibraryError) -> [String]
    static func remark(onChanging before: Self, to after: Self) -> String?
    /// The command that adds those of a file.
    static var importer: any Command.Type { get }
    /// What is special about exported lists of them.
    static var lists: ExportedLists<Self> { get }
    /// What else is removed with it, for the question; empty if nothing is.
    static func takenAlong(with entity: Self, in library: LibrarySnapshot) -> String
    /// Prints what people see below its fields.
    @MainActor static func printMore(about row: Row<Self>, _ library: LibrarySnapshot, _ session: AppSession)

    /// The name in quotation marks, for sentences.
    var quoted: String { get }
    /// What tells it from others, for sentences.
    var identified: String { get }
}

extension ListedEntity {
    static var columns: [Column<Row<Self>>] {
        [Column(title: "id", style: .faint, importance: 2)]
            + Draft.Field.allCases.filter { $0.kind.form != .namedTexts }.map { field in
                let title = field.rawValue.inWords
                return namingFields.contains(field)
                    ? Column(title: title, style: .strong, share: 24, importance: 3)
                    : Column(title: title, share: 12, importance: field.isOptional ? 0 : 1)
            }
            + [Column(title: "found", style: .faint, share: 30, importance: 3, text: \.foundElsewhere)]
    }

    static func isTabbed(_ field: Draft.Field) -> Bool { true }
    static var entered: [Draft.Field] { Draft.Field.allCases.filter(\.isEntered) }
    static var conditions: [ConditionOption<Self>] { Draft.Field.allCases.compactMap { .usual($0) } }
    static var sorts: [(name: String, sort: Sort<Draft.Field>?)] {
        Draft.Field.allCases.map { ($0.rawValue, Sort($0)) }
    }

    static func isEnough(_ field: Draft.Field) -> Bool { false }
    static func field(ofKey text: String) -> Draft.Field? { nil }
    @MainActor static func list(of query: Query<Self>, _ environment: AppEnvironment) -> ListViewModel<Self> {
        ListViewModel(context: environment.context, query: query)
    }
    @MainActor static func print(_ rows: [Row<Self>], columns: [String], on console: Console) {
        console.print(rows, columns: columns)
    }
    static func completed(_ draft: Draft, in session: AppSession) async throws(LibraryError) -> Draft { draft }
    static func remarks(onAdding draft: Draft, _ context: UseCaseContext) async throws(LibraryError) -> [String] { [] }
    static func remark(onChanging before: Self, to after: Self) -> String? { nil }
    static var importer: any Command.Type { ImportCommand<Self>.self }
    static var lists: ExportedLists<Self> { ExportedLists() }
    static func takenAlong(with entity: Self, in library: LibrarySnapshot) -> String { "" }
    static func printMore(about row: Row<Self>, _ library: LibrarySnapshot, _ session: AppSession) {}

    var quoted: String { "\"\(displayName)\"" }
    var identified: String { "\(quoted) (\(id))" }

    /// "title and place".
    static var wordsOfNames: String { namingFields.map { $0.words.label.lowercased() }.joined(separator: " and ") }

    /// What people call the type.
    static var noun: (singular: String, plural: String) { LibrarySchema.bookshelf.noun(of: Self.self) }

    /// "an item".
    static var one: String { noun.singular.withArticle }

    /// What is said of a library without any.
    static var none: String { words.group == nil ? "The library is empty" : "There are no \(noun.plural) yet" }

    /// So many of them.
    static func counting(_ count: Int) -> String { count.counting(noun.singular, noun.plural) }
}

/// What people read about the commands of an entity.
struct EntityWords<Entity: ListedEntity>: Sendable {
    struct Help: Sendable {
        var summary: String
        /// Without the group.
        var examples: [String]
        var notes: [String] = []
    }

    /// The word that comes before the names of the commands; nil if there is none.
    var group: String?
    var add, list, show, edit, remove, watch: Help
    /// How to name one, for the help of every command that takes one.
    var naming: String

    /// The usual words.
    init(group: String? = nil) {
        self.group = group
        let (a, many) = (Entity.one, Entity.noun.plural)
        let name = Entity.namingFields.first?.option ?? "name"
        add = Help(
            summary: "Adds \(a).",
            examples: ["add Sample" + FieldOptions<Entity>.example(besides: Array(Entity.namingFields.prefix(1)))])
        list = Help(
            summary: "Lists all \(many), or those whose texts have every given word.",
            examples: ["list", "list sample", "list --sort \(name) --reverse --json"])
        show = Help(summary: "Shows all fields of \(a).", examples: ["show sample", "show k3jd --json"])
        edit = Help(
            summary: "Changes the given fields of \(a), or of each of a list.",
            examples: ["edit sample --\(name) Example", "list old --json | \(Bookshelf.name) edit --from - --yes"])
        remove = Help(
            summary: "Removes \(many): all of those named, or none if one of them can't be removed.",
            examples: ["remove sample", "remove k3jd --yes"])
        watch = Help(
            summary: "Prints what \"list\" prints, and prints it again after each change, until interrupted.",
            examples: ["watch", "watch --json"])
        naming = """
            <\(Entity.noun.singular)> is an identifier or its beginning (four characters or more), a name, or words of one.
            If several match equally, they are listed and nothing is done.
            """
    }

    /// A command line, without the program's name.
    func line(_ words: String) -> String { group.map { "\($0) \(words)" } ?? words }

    /// The command line, with the program's name, for messages.
    func quoted(_ words: String) -> String { "\"\(Bookshelf.name) \(line(words))\"" }

    func examples(_ help: Help) -> [String] {
        help.examples.map { line($0).replacing("\(Bookshelf.name) edit", with: "\(Bookshelf.name) \(line("edit"))") }
    }

    /// The commands.
    var commands: [CommandTree] {
        [
            .command("add", AddCommand<Entity>.self), .command("list", ListCommand<Entity>.self),
            .command("show", ShowCommand<Entity>.self), .command("edit", EditCommand<Entity>.self),
            .command("remove", RemoveCommand<Entity>.self), .command("watch", WatchCommand<Entity>.self),
        ]
    }
}
