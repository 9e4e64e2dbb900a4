import Data
import Domain
import Presentation

/// Adds the entities of a list.
struct ImportCommand<Entity: ListedEntity>: Command {
    var file = ""
    var updates = false

    static var syntax: Syntax<ImportCommand> {
        let (words, many) = (Entity.words, Entity.noun.plural)
        return Syntax(
            summary: "Adds the \(many) of a list in CSV or JSON.",
            examples: ["import list.csv", "import list.json --update", "import - < list.csv"].map(words.line),
            operands: [.one("file", \.file, .file("<file>"))],
            options: [.flag("update", \.updates, "also change \(many) that are there already")],
            notes: [
                """
                The columns of CSV, or the members of JSON, are those that "export" writes. A row without an identifier
                is the \(Entity.noun.singular) of its name, if there is one. What a row refers to is given by name or
                identifier, as for "add". An update leaves fields alone that the list lacks. Rows that can't be
                \(many), or break a rule, are named; the others are imported. The file - is standard input.
                """
            ])
    }

    func run(in session: AppSession) async throws(CommandError) -> ExitStatus {
        try session.requireOutput("-", besides: file)
        let input = NamedFile(name: file)
        let name = "import of \(input.location.split(separator: "/").last ?? "")"
        let context = session.environment.recording(name, hasSeveralUnits: true).context
        let bytes = try await mapError(CommandError.file, try input.read())
        let list = try await mapError(
            CommandError.list,
            try EntityList<Entity>.read(
                bytes, from: input.location, today: context.today(), folding: context.folding))
        var report = try await mapError(
            CommandError.library,
            try await session.call(
                ImportEntities<Entity>.self,
                try await ImportEntities<Entity>(context)(list.compactMap { try? $0.get() }, updates: updates)))
        for case .failure(let rejection) in list { report.rejected.append(rejection) }
        report.rejected.sort { $0.line < $1.line }
        for rejection in report.rejected {
            let field = rejection.field.map { "\($0) takes " } ?? ""
            session.console.complain(
                "line \(rejection.line) is not a valid \(Entity.noun.singular): \(field)\(rejection.error.message)")
        }
        let counts = "\(report.updated) updated, \(report.skipped) skipped, \(report.rejected.count) rejected"
        session.console.say("Added \(Entity.counting(report.added)); \(counts).")
        if session.console.appearance.isJSON { session.console.printFields(report) }
        return report.rejected.isEmpty ? .done : .malformedInput
    }
}

extension ImportReport: Described {
    func describe(to fields: inout some FieldWriter) {
        fields.field("added", added)
        fields.field("updated", updated)
        fields.field("skipped", skipped)
        fields.field("rejected", rejected.count)
    }
}
