import Data
import Domain
import Presentation

struct Export: Command {
    static let name = "export"

    var file: String?
    var format: ExportFormat?

    static var syntax: Syntax<Export> {
        Syntax(
            summary: "Writes all books as a list that \"import\" takes and other programs read.",
            examples: ["export books.csv", "export books.json", "export --format json | gzip > books.json.gz"],
            operands: [.optional("file", .name("<file>"), \.file)],
            options: [
                .value("format", .word("<format>"), \.format, ExportFormat.allCases.map(\.rawValue).alternatives)
            ],
            notes: [
                """
                The file - is standard output, as when none is named. Without --format the name of the file tells it.
                A file that is there already is replaced when the new one is whole.
                """
            ]
        )
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        let environment = session.environment
        let list = BookListViewModel(context: environment.context)
        await list.load()
        try session.check(list.error)
        let bytes = BookListWriter(format: format ?? formatOfName(session)).write(list.rows)
        if let file, file != "-" {
            try await mapError(CommandError.library, try Session.write(bytes, to: file))
            session.console.say("Wrote \(list.rows.count.counting("book")) to \(file).")
        } else {
            session.console.pass(on: bytes)
        }
        return .done
    }

    @MainActor
    private func formatOfName(_ session: Session) -> ExportFormat {
        let isJSON = file.map { $0.lowercased().hasSuffix(".json") } ?? session.isJSON
        return isJSON ? .json : .csv
    }
}
