import Data
import Domain
import Storage

struct Export: Command {
    var file: String?
    var format: ExportFormat?

    static var syntax: Syntax<Export> {
        Syntax(
            summary: "Writes all books to a file that \"import\" and other programs can read.",
            examples: ["export books.csv", "export books.json", "export --format json | gzip > books.json.gz"],
            operands: [.optional("file", .file("<file>"), \.file)],
            options: [
                .value("format", .word("<format>"), \.format, ExportFormat.allCases.map(\.rawValue).alternatives)
            ],
            notes: [
                """
                Without a file, or with -, the books go to standard output. Without --format, the extension of the file
                decides: .csv, .json, or none for CSV; on standard output, --json chooses JSON. With a file, --json prints
                its name, its format and the number of books. The format goodreads is for other programs; a message says
                what it can't hold. An existing file is replaced only after the new one has been written completely. CSV
                and JSON name the borrower and the due date of a lent book. People and loans are left out: see "backup".
                """
            ])
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        try session.requireOutput(file ?? "-")
        if let file, file != "-", format == nil, formatOfName == nil {
            throw .file(.output(file, reason: "its extension is neither .csv nor .json; name a format with --format"))
        }
        return try await mapError(CommandError.library, try await write(session.environment.context, in: session))
    }

    @MainActor
    private func write(_ context: UseCaseContext, in session: Session) async throws(LibraryError) -> ExitStatus {
        session.console.showProgress("Reading the library…")
        var query = BookQuery()
        query.sort = try await session.environment.preferences.preferences().sort.order
        let library = try await context.library.snapshot()
        session.console.showProgress("Writing \(library.books.count.counting("book"))…")
        let books = Array(query.page(of: library, folding: context.folding).rows)
        let format = format ?? usualFormat(session)
        let writer = BookListWriter(format: format)
        let bytes = writer.write(books)
        if let file, file != "-" {
            try Session.write(bytes, to: file)
            session.console.say("Wrote \(books.count.counting("book")) to \(file).")
            if session.console.appearance.isJSON {
                session.console.printJSON { json in
                    json.object { json in
                        json.member("file", file)
                        json.member("format", format.rawValue)
                        json.member("books", books.count)
                    }
                }
            }
        } else {
            session.console.pass(on: bytes)
        }
        let omissions = writer.omissions(in: books).map { "\($0.name) (\($0.count))" }
        if !omissions.isEmpty {
            session.console.say("The format has no room for \(omissions.joined(separator: ", ")).")
        }
        if format == .goodreads, books.contains(where: { $0.draft.notes != nil }) {
            session.console.say(
                "Notes are in the column \"My Review\": a site that imports them may show them to others.")
        }
        let rest = LibrarySchema.bookshelf.counts(of: library, besides: Book.self).filter { $0.number > 0 }
        if !rest.isEmpty {
            session.console.say("Left out \(rest.listed); \"\(Bookshelf.name) backup\" keeps everything.")
        }
        return .done
    }

    @MainActor
    private func usualFormat(_ session: Session) -> ExportFormat {
        if let file, file != "-" { return formatOfName ?? .csv }
        return session.console.appearance.isJSON ? .json : .csv
    }

    /// The format that the file's extension names: CSV without one, nil for any other.
    private var formatOfName: ExportFormat? {
        let name = (file ?? "").split(separator: "/").last ?? ""
        guard let dot = name.dropFirst().lastIndex(of: ".") else { return .csv }
        return switch name[dot...].lowercased() {
        case ".csv": .csv
        case ".json": .json
        default: nil
        }
    }
}
