import Data
import Domain
import Presentation
import Storage

struct Repair: LibraryCommand {
    var acceptsEdits = false

    static var syntax: Syntax<Repair> {
        Syntax(
            summary: "Sets a damaged library file aside and keeps what is intact.",
            examples: ["repair", "repair --accept-edits", "repair --json"],
            options: [
                .flag("accept-edits", \.acceptsEdits, "keep well-formed lines that were changed with a text editor")
            ],
            notes: [
                """
                The damaged file stays beside the library, as it was. For every lost line, the reason is printed. \(salvaged.noun.plural.withCapital)
                that can still be read in a lost line go to a separate file. They may be wrong or outdated, because the
                line doesn't match its checksum or its neighbours. Check that file, and then import it.
                If nothing is damaged, nothing is changed. What breaks a rule is named: it can be read, and a change of it
                must mend it.
                """
            ])
    }

    func run(_ context: UseCaseContext, in session: AppSession) async throws(LibraryError) -> ExitStatus {
        let console = session.console
        let maintenance = session.environment.maintenance
        guard maintenance.isRepairable else {
            console.complain("only a library in --store file can be repaired")
            return .wrongUsage
        }
        let report = try await maintenance.repair(acceptingEdits: acceptsEdits) { report throws(LibraryError) in
            try Self.salvaged.save(report)
        }
        guard let report else {
            let broken = try await brokenRules(maintenance)
            if console.appearance.isJSON {
                console.printJSON { json in
                    json.object { json in
                        json.member("damaged", false)
                        json.brokenRules(broken)
                    }
                }
            } else {
                for rule in broken { console.print(rule.text, .warning) }
            }
            console.say("Nothing is damaged, and nothing was changed.")
            return .done
        }
        let kept = try await context.library.snapshot()
        let broken = try await maintenance.brokenRules()
        if console.appearance.isJSON {
            console.printJSON { Self.salvaged.write(report, kept, broken, to: &$0) }
        } else {
            Self.salvaged.print(report, kept, broken, on: console)
        }
        return .done
    }

    /// None if a value can't be read: each command that reads it says so.
    private func brokenRules(_ maintenance: any LibraryMaintenance) async throws(LibraryError) -> [BrokenRule] {
        do {
            return try await maintenance.brokenRules()
        } catch .store(.damaged) {
            return []
        }
    }
}

extension ListedEntity {
    /// The file for what can be read in lost lines; nil if that is nothing.
    fileprivate static func path(for report: RepairReport) -> String? {
        report.unverified(Self.self).isEmpty ? nil : report.setAside + ".unverified.json"
    }

    fileprivate static func save(_ report: RepairReport) throws(LibraryError) {
        guard let path = path(for: report) else { return }
        try AppSession.write(Console.json(report.unverified(Self.self).map { Row($0) }), to: path)
    }

    fileprivate static func salvaged(_ loss: RepairReport.Loss) -> [Self] { loss.readable.compactMap { $0 as? Self } }

    @MainActor
    fileprivate static func print(
        _ report: RepairReport, _ kept: LibrarySnapshot, _ broken: [BrokenRule], on console: Console
    ) {
        console.print("The damaged file is kept as \(report.setAside).")
        console.print("The library has \(kept.counts).")
        for line in report.acceptedLines { console.print("line \(line) is kept with its changes") }
        if report.lost.isEmpty { console.print("Nothing is lost.") }
        for loss in report.lost {
            console.print("lost at line \(loss.line): \(loss.reason)", .warning)
            for entity in salvaged(loss) { console.print("  it names \(entity.identified)") }
        }
        for (_, message) in IncompleteEntities.all.flatMap({ $0.find(kept) }) { console.print(message, .warning) }
        for rule in others(broken, in: kept) { console.print(rule.text, .warning) }
        if let path = path(for: report) {
            console.print("\(noun.plural.withCapital) that can be read in lost lines are in \(path).")
            console.print("Check that file before you import it with \"\(Bookshelf.name) import\".")
        }
    }

    /// Without those that are reported as incomplete.
    private static func others(_ broken: [BrokenRule], in kept: LibrarySnapshot) -> [BrokenRule] {
        let incomplete = Set(IncompleteEntities.all.flatMap { $0.find(kept).map(\.id) })
        return broken.filter { !incomplete.contains($0.entity.id) }
    }

    fileprivate static func write(
        _ report: RepairReport, _ kept: LibrarySnapshot, _ broken: [BrokenRule], to json: inout JSONWriter
    ) {
        json.object { json in
            json.member("damaged", true)
            json.member("setAside", report.setAside)
            json.name("kept")
            json.counts(of: kept)
            json.name("lost")
            json.array(of: report.lost) { json, loss in
                json.object { json in
                    json.member("line", loss.line)
                    json.member("reason", loss.reason)
                    json.name(noun.plural.inCamelCase)
                    json.array(of: salvaged(loss)) { $0.object(Row($1)) }
                }
            }
            if !report.acceptedLines.isEmpty {
                json.name("accepted")
                json.array(of: report.acceptedLines) { $0.number($1) }
            }
            for incomplete in IncompleteEntities.all {
                let found = incomplete.find(kept)
                if !found.isEmpty { json.member(incomplete.name, found.map(\.id)) }
            }
            json.brokenRules(others(broken, in: kept))
            json.field("unverified", path(for: report))
        }
    }
}

extension BrokenRule {
    fileprivate var text: String { "\(entity.named) breaks a rule: \(error.message)" }
}

extension JSONWriter {
    /// The member with those that break a rule, if there are any.
    fileprivate mutating func brokenRules(_ broken: [BrokenRule]) {
        if broken.isEmpty { return }
        name("brokenRules")
        array(of: broken) { json, rule in
            json.object { json in
                json.member("type", rule.entity.noun)
                json.member("id", rule.entity.id)
                json.member("reason", rule.error.message)
            }
        }
    }

    fileprivate mutating func array<Element>(of elements: [Element], _ write: (inout JSONWriter, Element) -> Void) {
        array { json in
            for element in elements { write(&json, element) }
        }
    }
}
