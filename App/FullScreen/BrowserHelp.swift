/// The keys, for people.
enum BrowserHelp {
    /// What help shows over the list, a line for each key.
    static let lines: [(key: String, meaning: String)] =
        [
            ("↑ ↓  k j", "select the book above or below"),
            ("PgUp PgDn", "a page up or down"),
            ("^U ^D", "half a page up or down"),
            ("Home End g G", "the first or last book"),
            ("enter", "show all about the book; J K: the next"),
            ("click  wheel", "select, then open; three rows up or down"),
            ("/", "search words, or conditions like due:<today"),
            ("/ … tab", "complete a condition; or search all fields"),
            ("s", "sort"),
            ("f", "show only some books"),
            ("escape", "unmark; show all books; leave what is open"),
            ("a", "add a book"),
            ("space", "mark for the next change, with others"),
        ] + ofABook + [("L", "loans by due day, and who has which books")] + ofTheLibrary + [("q  ^C", "quit")]

    /// The same over the details of a book.
    static let ofDetails: [(key: String, meaning: String)] =
        [
            ("↑ ↓  k j", "a line up or down"),
            ("PgUp PgDn", "a page up or down"),
            ("^U ^D", "half a page up or down"),
            ("Home End g G", "the first or last line"),
            ("wheel", "three lines up or down"),
            ("J K", "the next book, or the one before"),
            ("escape", "leave the book; so do enter and q"),
        ] + ofABook + ofTheLibrary + [("^C", "quit")]

    private static let ofABook = [
        ("e", "edit the book"),
        ("n", "write notes in $VISUAL or $EDITOR"),
        ("0 to 5", "rate; 0 removes the stars"),
        ("t", "turn the status to the next"),
        ("*", "make it a favourite, or no longer"),
        ("S", "put the book on a shelf, or take it off"),
        ("l", "lend the book"),
        ("r", "take the book back"),
        ("+", "extend the loan by the usual period"),
        ("x  Delete", "remove the book"),
    ]

    private static let ofTheLibrary = [
        ("U", "undo the last change, or bring it back"),
        ("u", "read the library again"),
        ("^L", "draw the screen again"),
        ("^Z", "suspend the program"),
    ]

    /// The keys of a mode, the most important first.
    static func hints(_ mode: BrowserState.Mode, _ content: BrowserContent) -> [String] {
        switch mode {
        case .list:
            [
                "q quit", "/ search", "a add", "e edit", "enter show", "l lend", "r return", "x remove",
                "s sort", "f filter", "n notes", "+ extend", "U undo",
                "L loans", "0-5 rate", "t status", "* favourite", "S shelf", "space mark",
            ]
        case .search: ["enter done", "escape clear", "tab complete, or all fields", "↑↓ select"]
        case .loans:
            [
                "escape back", "r return", "+ extend", "enter show", "tab people or loans", "U undo",
                "↑↓ select",
            ]
        case .detail:
            [
                "escape back", "e edit", "n notes", "l lend", "r return", "x remove", "J K next", "+ extend",
                "S shelf", "↑↓ scroll",
            ]
        case .sort, .filter: Pick.keys
        case .lend: ["enter lend", "escape cancel", "tab next field"]
        case .shelve: ["enter put on the shelf, or take off", "escape cancel", "tab complete"]
        case .removal, .undo, .asking: ["y yes", "n no", "enter choose", "↑↓ select"]
        case .form(let form):
            ["^S save", "escape cancel", "tab next field"] + (form.focused.hint(content).map { [$0] } ?? [])
        case .help: ["escape back", "↑↓ scroll"]
        }
    }
}
