import Data
import Domain
import Presentation
import Storage

struct Undo: Command {
    var isConfirmed = false

    static var syntax: Syntax<Undo> {
        Syntax(
            summary: "Takes back the last change to the library; a second undo brings it back.",
            examples: ["undo", "undo --yes"],
            options: [.flag("yes", \.isConfirmed, "don't ask")],
            notes: [
                """
                The command shows what it would do, and asks on a terminal. Elsewhere it needs --yes. Only the last command
                can be undone. All that it changed is taken back together, such as all that an import has added. If a part of
                that was changed since by another program, or if a rule forbids the result, nothing is done. An undo that
                was interrupted carries on, unless another command came first. Undoing a repair puts the damaged file
                back; "repair" then repairs it again. Settings are not part of the library. --json prints what was undone.
                """
            ])
    }

    func run(in session: AppSession) async throws(CommandError) -> ExitStatus {
        let console = session.console
        let maintenance = session.environment.maintenance
        guard let last = try await mapError(CommandError.library, try await maintenance.lastCommand()) else {
            console.complain("there is nothing to undo")
            return .refused
        }
        let lines = last.lines(today: session.environment.today())
        guard
            console.confirms(
                isConfirmed, last.answer + "?", about: lines, done: "changed",
                refusal: "nothing was undone; with --yes this would be:")
        else { return .refused }
        var done = 0
        do throws(LibraryError) {
            try await maintenance.undo(last) { @MainActor left in
                done = last.command.units - left
                console.showProgress("\(done) of \(last.command.units.counting("part"))")
            }
        } catch {
            throw done == 0 ? .library(error) : .unfinished(error, done: "\(done) of \(last.command.units) parts")
        }
        for line in isConfirmed ? lines : [] { console.say(line) }
        let inverse = last.command.repair == nil ? "undo" : "repair"
        console.say(
            last.command.isTakenBack ? "Brought back." : "Taken back; \"\(Bookshelf.name) \(inverse)\" brings it back.")
        if console.appearance.isJSON { console.printJSON { last.write(to: &$0) } }
        return .done
    }
}

extension LastCommand {
    /// The answer that undoes it.
    var answer: String {
        command.isInterrupted ? "Carry on" : command.isTakenBack ? "Bring it back" : "Take it back"
    }

    /// The command, and what undoing it does: a line for each entity or, if there are more than `most`, for each effect
    /// on a type.
    func lines(today: Day, most: Int = 20, name: (EntityName) -> String = \.named) -> [String] {
        let state = command.isInterrupted ? ", partly undone" : command.isTakenBack ? ", taken back" : ""
        func counted(_ same: [UndoEffect]) -> String { same.count.counting(same[0].entity.noun, same[0].entity.plural) }
        let types = Dictionary(grouping: effects, by: \.entity.plural).values.map(counted).sorted()
        let when = command.time.map { SystemProcess.localTime($0) }.map { time in
            let day = Day(year: time.year, month: time.month, day: time.day) ?? today
            return (day == today ? "today" : day == today + -1 ? "yesterday" : "on \(day)") + " at \(time.clock)"
        }
        let title = [(command.name.isEmpty ? "a change" : command.name) + state] + types + [when].compactMap(\.self)
        let first = title.joined(separator: ", ")
        if let (damagedFile, _) = command.repair {
            return [first, "  puts the damaged file back: \(damagedFile.split(separator: "/").last ?? "")"]
        }
        if effects.count <= most { return [first] + effects.map { "  " + $0.line(name) } }
        let groups = Dictionary(grouping: effects) { [$0.entity.plural, $0.undo.effect.rawValue] }.values
        return [first]
            + groups.map { "  \($0[0].undo.effect.verb) \(counted($0)), such as \(name($0[0].entity))" }.sorted()
    }

    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("command", command.name)
            if let time = command.time { json.member("time", time) }
            json.member("undone", !command.isTakenBack)
            for effect in RecordUndo.Effect.allCases {
                let effects = Dictionary(grouping: effects.filter { $0.undo.effect == effect }, by: \.entity.plural)
                json.name(effect.rawValue)
                json.object { json in
                    for (plural, effects) in effects.sorted(by: { $0.key < $1.key }) {
                        json.name(plural.inCamelCase)
                        json.array { json in
                            for effect in effects { json.raw(effect.undo.after ?? effect.undo.now ?? []) }
                        }
                    }
                }
            }
        }
    }
}

extension UndoEffect {
    fileprivate func line(_ name: (EntityName) -> String) -> String {
        let members = undo.effect == .changed ? undo.members : []
        let changes = members.map { "; \($0.name): \(String(json: $0.now)) becomes \(String(json: $0.after))" }.joined()
        return "\(undo.effect.verb) \(name(entity))\(changes)"
    }
}

extension RecordUndo.Effect {
    fileprivate var verb: String {
        switch self {
        case .removed: "removes"
        case .changed: "changes"
        case .restored: "brings back"
        }
    }
}
