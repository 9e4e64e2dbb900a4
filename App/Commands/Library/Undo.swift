import Data
import Domain
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
                The command shows what it would do, and asks on a terminal. Elsewhere it needs --yes. All that one command
                changed is taken back together, such as the books of an import. If a part of that was changed since by
                another program, or if a rule forbids the result, nothing is done. An undo that was interrupted carries
                on. Settings are not part of the library.
                """
            ])
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        let console = session.console
        let maintenance = session.environment.maintenance
        guard let last = try await mapError(CommandError.library, try await maintenance.lastCommand()) else {
            console.complain("there is nothing to undo")
            return .refused
        }
        if let refusal = last.refusal { throw .undo(refusal) }
        let lines = last.description(today: session.environment.today())
        switch isConfirmed ? true : console.confirm(last.question, about: lines) {
        case true?: break
        case false?:
            console.say("Nothing was undone.")
            return .refused
        case nil:
            console.complain("nothing was undone; with --yes this would be:", details: lines)
            return .refused
        }
        try await undo(last, by: maintenance, on: console)
        for line in isConfirmed ? lines : [] { console.say(line) }
        console.say(last.isTakenBack ? "Brought back." : "Taken back; \"\(Bookshelf.name) undo\" brings it back.")
        if console.appearance.isJSON { console.printJSON { last.write(to: &$0) } }
        return .done
    }

    @MainActor
    private func undo(
        _ last: LastCommand, by maintenance: any LibraryMaintenance, on console: Console
    ) async throws(CommandError) {
        var done = 0
        do throws(UndoError) {
            try await maintenance.undo(last) { @MainActor left in
                done = last.units - left
                console.showProgress("\(done) of \(last.units.counting("part"))")
            }
        } catch .library(let error) where done > 0 {
            throw .unfinished(error, done: "\(done) of \(last.units.counting("part"))")
        } catch {
            throw .undo(error)
        }
    }
}

extension LastCommand {
    var question: String { "\(yes)?" }

    /// The answer that undoes it.
    var yes: String { isInterrupted ? "Carry on" : isTakenBack ? "Bring it back" : "Take it back" }

    /// The command, and what undoing it does.
    func sentence(today: Day) -> String {
        let lines = description(today: today, most: 4)
        return "\(lines[0].withCapital): \(lines.dropFirst().map(\.tidied).joined(separator: "; ")). \(question)"
    }

    /// The command, and what undoing it does, a line for each entity, or for each type if there are more than `most`.
    func description(today: Day, most: Int = 20) -> [String] {
        let kinds = Dictionary(grouping: effects, by: \.entity.plural)
        let plurals = effects.map(\.entity.plural).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        let counts = plurals.map { kinds[$0, default: []].count.counting(kinds[$0]?[0].entity.noun ?? $0, $0) }
        let command = name.isEmpty ? "a change" : name
        let parts = [command + (isInterrupted ? ", partly undone" : isTakenBack ? ", taken back" : "")] + counts
        let title = (parts + (time.map { [Self.when($0, today)] } ?? [])).joined(separator: ", ")
        if let damagedFile { return [title, "  puts the damaged file back: \(damagedFile)"] }
        if effects.count <= most { return [title] + effects.map { "  \($0.line)" } }
        let lines = plurals.flatMap { plural in
            UndoEffect.Change.allCases.compactMap { change -> String? in
                let found = kinds[plural, default: []].filter { $0.change == change }
                guard let first = found.first else { return nil }
                return "  \(change.verb) \(found.count.counting(first.entity.noun, plural)), such as \(first.entity.named)"
            }
        }
        return [title] + lines
    }

    /// "yesterday at 16:40".
    private static func when(_ seconds: Int, _ today: Day) -> String {
        let time = SystemProcess.localTime(seconds)
        let day = Day(year: time.year, month: time.month, day: time.day) ?? today
        let name = day == today ? "today" : day == today + -1 ? "yesterday" : "on \(day)"
        return "\(name) at \(time.hour < 10 ? "0" : "")\(time.hour):\(time.minute < 10 ? "0" : "")\(time.minute)"
    }

    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("command", name)
            if let time { json.member("time", time) }
            json.member("undone", !isTakenBack)
            if let damagedFile { json.member("damagedFile", damagedFile) }
            for change in UndoEffect.Change.allCases {
                let effects = Dictionary(grouping: effects.filter { $0.change == change }, by: \.entity.plural)
                json.name(change.rawValue)
                json.object { json in
                    for (plural, effects) in effects.sorted(by: { $0.key < $1.key }) {
                        json.name(plural.inCamelCase)
                        json.array { json in for effect in effects { json.raw(effect.json) } }
                    }
                }
            }
        }
    }
}

extension UndoEffect {
    fileprivate var line: String {
        let members = members.map { "\($0.name): \($0.before ?? "none") becomes \($0.after ?? "none")" }
        return "\(change.verb) \(entity.named)" + (members.isEmpty ? "" : "; " + members.joined(separator: ", "))
    }
}

extension UndoEffect.Change {
    fileprivate var verb: String {
        switch self {
        case .removed: "removes"
        case .changed: "changes"
        case .restored: "brings back"
        }
    }
}

extension EntityName {
    fileprivate var named: String { "\(noun) " + (text.isEmpty ? id : "\"\(text)\" (\(id))") }
}

extension UndoError {
    var libraryError: LibraryError? { if case .library(let error) = self { error } else { nil } }

    /// Why nothing was undone, for people.
    var message: String {
        switch self {
        case .superseded: "nothing was undone: the library was changed meanwhile"
        case .changedSince(let entity): "can't undo the last change: \(entity.named) was changed since"
        case .taken(let entity, let member, let other):
            "can't undo the last change: \(entity.named) would have the \(member) of \(other.named)"
        case .missing(let entity, let other):
            "can't undo the last change: \(other.named) needs the \(entity.named), which the library lacks"
        case .inUse(let other): "can't undo the last change: \(other.named) needs what it would remove"
        case .unknownKind(let kind): "can't undo the last change: a newer version made it, and changed \(kind)"
        case .incomplete: "can't undo the last change: a part of what it takes is gone"
        case .library(let error): ErrorReport(error).message
        }
    }
}
