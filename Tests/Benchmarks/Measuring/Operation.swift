/// What is measured. The names are the values of `--only`.
enum Operation: String, CaseIterable, Encodable {
    // Whole processes.
    case start, add, list, search, json, `import`, memory
    // Inside one process.
    case save, lend, find, snapshot, query, typing
    // On a terminal.
    case keys

    var title: String {
        switch self {
        case .start: "starting, whole process"
        case .add: "add, whole process"
        case .list: "list, whole process"
        case .search: "list <text>, whole process"
        case .json: "list --json, whole process"
        case .import: "import of the real books, whole process"
        case .memory: "list: peak memory of the process"
        case .save: "one save, inside the process"
        case .lend: "a unit of work (lending), inside the process"
        case .find: "find by identifier, inside the process"
        case .snapshot: "snapshot, inside the process"
        case .query: "query by text, inside the process"
        case .typing: "typing a search: the main actor's longest turn"
        case .keys: "a key in the full-screen view, until the last byte of the answer"
        }
    }
}
