import Data
import Domain
import Presentation
import Storage

/// Writes all entities of one type to a file.
struct ExportCommand<Entity: ListedEntity>: LibraryCommand {
    var file: String?
    var format: ListFormat?

    static var syntax: Syntax<ExportCommand> {
        let (words, many) = (Entity.words, Entity.noun.plural)
        return Syntax(
            summary: "Writes all \(many) to a file, or to standard output, for \"import\" and other programs.",
            examples: [words.line("export list.csv"), words.line("export --format json")],
            operands: [.optional("file", .file("<file>"), \.file)],
            options: [
                .value(
                    "format", .word("<format>"), \.format, "csv or json; by default, that of the file's name, or csv")
            ])
    }

    func run(_ context: UseCaseContext, in session: Session) async throws(LibraryError) -> ExitStatus {
        let page = try await context.library.page(Query<Entity>(), folding: context.folding)
        let isJSON = format.map { $0 == .json } ?? (file?.lowercased().hasSuffix(".json") ?? false)
        let bytes = isJSON ? Console.json(page.rows) : EntityList<Entity>.csv(page.rows)
        guard let file, file != "-" else {
            session.console.pass(on: bytes)
            return .done
        }
        do {
            try session.requireOutput(file)
        } catch {
            session.console.complain(ErrorReport(error).message)
            return .wrongUsage
        }
        try Session.write(bytes, to: file)
        session.console.say("Wrote \(Entity.counting(page.total)) to \(file).")
        return .done
    }
}

enum ListFormat: String, CaseIterable { case csv, json }

extension Console {
    /// A list in JSON, as a file has it: each row on a line of its own.
    nonisolated static func json(_ rows: some Collection<some TableRow>) -> [UInt8] {
        var bytes = Array("[".utf8)
        for (index, row) in rows.enumerated() {
            var writer = JSONWriter()
            writer.object(row)
            bytes += Array((index == 0 ? "\n" : ",\n").utf8) + writer.bytes
        }
        return bytes + Array("\n]\n".utf8)
    }
}
