import Data
import Domain
import Presentation

struct ExportItemsCommand: LibraryCommand {
    enum Format: String, CaseIterable { case csv, json }

    var file: String?
    var format: Format?

    static var syntax: Syntax<ExportItemsCommand> {
        Syntax(
            summary: "Writes all items to a file, or to standard output, for \"import\" and other programs.",
            examples: [ItemCommands.line("export items.csv"), ItemCommands.line("export --format json")],
            operands: [.optional("file", .file("<file>"), \.file)],
            options: [
                .value(
                    "format", .word("<format>"), \.format, "csv or json; by default, that of the file's name, or csv")
            ])
    }

    func run(_ context: UseCaseContext, in session: Session) async throws(LibraryError) -> ExitStatus {
        let page = EntityQuery<Item>().page(of: try await context.library.items.all(), folding: context.folding)
        let isJSON = format.map { $0 == .json } ?? (file?.lowercased().hasSuffix(".json") ?? false)
        let bytes = isJSON ? Console.json(page.rows) : EntityList<Item>.csv(page.rows)
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
        session.console.say("Wrote \(Item.counting(page.total)) to \(file).")
        return .done
    }
}
