import Domain
import Presentation

// The keys, for people.
extension BrowserState {
    /// What help shows: a line for each key.
    func keys(_ content: BrowserContent<Entity>) -> [(key: String, meaning: String)] {
        let one = Entity.noun.singular
        let commands = content.commands.filter(\.needsRow).map { (key: $0.name, meaning: $0.meaning) }
        let text = Entity.longText.map {
            [(key: "n", meaning: "write \($0.words.label.lowercased()) in $VISUAL or $EDITOR")]
        }
        let ofOne =
            [(key: "e", meaning: "edit the \(one)")] + (text ?? []) + Entity.quickKeys.map { ($0.key, $0.meaning) }
            + commands + [("x  Delete", "remove the \(one)")]
        let ofTheLibrary = [
            (key: "U", meaning: "undo the last change, or bring it back"), ("u", "read the library again"),
            ("^L", "draw the screen again"), ("^Z", "suspend the program"),
        ]
        func moves(_ step: String, _ unit: String) -> [(key: String, meaning: String)] {
            [
                ("↑ ↓  k j", step), ("PgUp PgDn", "a page up or down"), ("^U ^D", "half a page up or down"),
                ("Home End g G", "the first or last \(unit)"),
            ]
        }
        if case .page = opened {
            let ofThePage = content.pageHints.filter { !$0.hasPrefix("↑↓") }.map { hint in
                let parts = hint.split(separator: " ", maxSplits: 1)
                return (parts[0] == "escape" ? "escape  q" : "\(parts[0])", "\(parts[parts.count - 1])")
            }
            return moves("select the line above or below", "line") + ofThePage + ofTheLibrary.dropFirst()
                + [("^C", "quit")]
        }
        let leave = "leave the \(one)"
        if case .detail = opened {
            return moves("a line up or down", "line") + [
                ("wheel", "three lines up or down"),
                ("J K", "the next \(one), or the one before"),
                ("enter", content.links.isEmpty ? leave : "go to what it refers to, or what refers to it"),
                ("escape  q", leave),
            ] + ofOne + ofTheLibrary + [("^C", "quit")]
        }
        let example =
            Entity.Draft.Field.allCases.lazy.compactMap { field -> String? in
                if case .choice(let words) = field.kind.form { ", or \(field.option):\(words[0])" } else { nil }
            }.first ?? ""
        let pages = content.commands.filter { !$0.needsRow }.map { (key: $0.name, meaning: $0.meaning) }
        return moves("select the \(one) above or below", one) + [
            ("enter", "show all about the \(one); J K: the next"),
            ("click  wheel", "select, open or sort; three rows up or down"),
            ("/", "search words\(example)"),
            ("/ … tab", "complete a condition; or search all fields"),
            ("s", "sort"),
        ] + (Entity.hasFilters ? [("f", "show only some \(Entity.noun.plural)")] : []) + [
            ("escape", "unmark; show all \(Entity.noun.plural); leave what is open"),
            ("a", "add \(Entity.one)"),
            ("space  v  A", "mark one, all since the last, or all found"),
        ] + ofOne + (content.next.map { [("tab", "show the \($0)")] } ?? []) + pages + ofTheLibrary + [
            ("q  ^C", "quit")
        ]
    }

    /// The keys of a mode, the most important first.
    func hints(of mode: Mode, _ content: BrowserContent<Entity>) -> [String] {
        func hints(_ isWanted: (BrowserCommand) -> Bool) -> [String] {
            content.commands.filter(isWanted).map { "\($0.name) \($0.hint)" }
        }
        let text = Entity.longText.map { ["n \($0.words.label.lowercased())"] } ?? []
        switch mode {
        case .list:
            let next = content.next.map { ["tab \($0)"] } ?? []
            return ["q quit"] + (linked == nil ? [] : ["escape back"]) + [
                "/ search", "a add", "e edit", "enter show",
            ] + next + hints(\.isImportant)
                + ["x remove", "s sort"] + (Entity.hasFilters ? ["f filter"] : []) + text
                + hints { $0.needsRow && !$0.isImportant } + ["U undo"]
                + hints { !$0.needsRow } + Entity.quickKeys.map(\.hint) + ["space mark"]
        case .search: return ["enter done", "escape clear", "tab complete, or all fields", "↑↓ select"]
        case .page: return content.pageHints
        case .dialog: return content.dialog?.hints ?? []
        case .detail:
            return ["escape back", "e edit"] + (content.links.isEmpty ? [] : ["enter go to"]) + text
                + hints(\.isImportant) + ["x remove", "J K next"]
                + hints { $0.needsRow && !$0.isImportant } + (Entity.named.map { ["S \($0.each)"] } ?? []) + [
                    "↑↓ scroll"
                ]
        case .menu(.choice, _, _): return ["enter choose", "t next", "escape close", "↑↓ select"]
        case .menu(.links, _, _): return ["enter go there", "escape close", "↑↓ select"]
        case .menu(.filter(.some), _, _): return ["enter choose, close", "escape close", "↑↓ select"]
        case .menu(let menu, _, _): return Pick.keys + (menu == .sort ? [] : ["/ find"])
        case .naming: return ["enter add, or remove", "escape cancel", "tab complete"]
        case .asking: return ["y yes", "n no", "enter choose", "↑↓ select"]
        case .form(let form):
            let completed = form.focused.completed(form.fields.texts[form.focused], content)?.split(separator: ";").last
            let tab = completed.map { String($0).tidied } ?? "next field"
            return ["^S save", "escape cancel", "tab \(tab)"] + (form.focused.hint(content).map { [$0] } ?? [])
        case .help: return ["escape back", "↑↓ scroll"]
        }
    }
}
