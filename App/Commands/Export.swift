import Data
import Domain

struct Export: Command {
    var file: String?
    var format: ExportFormat?

    static var syntax: Syntax<Export> {
        Syntax(
            summary: "Writes all books to a file that \"import\" and other programs can read.",
            examples: ["export books.csv", "export books.json", "export --format json | gzip > books.json.gz"],
            operands: [.optional("file", .name("<file>"), \.file)],
            options: [
                .value("format", .word("<format>"), \.format, ExportFormat.allCases.map(\.rawValue).alternatives)
            ],
            notes: [
                """
                Without a file, or with -, the books go to standard output. Without --format, a file whose name ends in
                .json gets JSON, and any other file CSV; if no file is named, --json chooses JSON. An existing file is
                replaced only after the new one has been written completely. An export names the borrower and the due
                date of a lent book, and leaves out people and loans: see "backup".
                """
            ])
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        try session.requireOutput(file ?? "-")
        return try await mapError(CommandError.library, try await write(session.environment.context, in: session))
    }

    @MainActor
    private func write(_ context: UseCaseContext, in session: Session) async throws(LibraryError) -> ExitStatus {
        var query = BookQuery()
        query.sort = try await context.preferences.preferences().sort
        let library = try await context.library.snapshot()
        let books = query.page(of: library, folding: context.folding).rows
        let bytes = BookListWriter(format: format ?? formatOfName(session)).write(books)
        if let file, file != "-" {
            try Session.write(bytes, to: file)
            session.console.say("Wrote \(books.count.counting("book")) to \(file).")
        } else {
            session.console.pass(on: bytes)
        }
        if let rest = library.countsBesidesBooks {
            session.console.say("Left out \(rest); \"\(Bookshelf.name) backup\" keeps everything.")
        }
        return .done
    }

    @MainActor
    private func formatOfName(_ session: Session) -> ExportFormat {
        let isJSON = file.map { $0.lowercased().hasSuffix(".json") } ?? session.console.appearance.isJSON
        return isJSON ? .json : .csv
    }
}
