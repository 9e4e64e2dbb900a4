import Data
import Domain
import Presentation
import Storage

struct Import: Command {
    var file = ""
    var options = ImportOptions()
    var updates = false
    var listsRows = false
    var isDryRun = false
    var rejects: String?

    static var syntax: Syntax<Import> {
        Syntax(
            summary: "Imports books from exports of other programs, any CSV with titles and authors, or JSON.",
            examples: [
                "import goodreads_library_export.csv",
                "import books.csv --dry-run",
                "import books.csv --rejects left-over.csv",
                "import - --format json < books.json",
            ],
            operands: [.one("file", \.file, .file("<file>"))],
            options: [
                .value("format", .word("<format>"), \.options.format, "read this format; see below"),
                .values("map", .mapping, \.options.mappings, "read a column as this field, or a word as this status"),
                .value("dates", .word("<order>"), \.options.dayOrder, "how to read days like 3/4/2026: dmy or mdy"),
                .value(
                    "author", .name("<name>"), \.options.author, "the author of books without one, such as Anonymous"),
                .flag("all", \.options.takesAll, "also add what isn't meant to be a book, such as films and music"),
                .flag("update", \.updates, "also change books that the library already has"),
                .flag("rows", \.listsRows, "list what became of each row that was not simply added"),
                .flag("dry-run", \.isDryRun, "only report what would be done"),
                .value("rejects", .file("<file>"), \.rejects, "write the lines with rejected rows to this new file"),
            ],
            rows: BookImportReport.Row.self,
            notes: [
                """
                The file - is standard input. Without --format, the format is recognised from the content.
                Books that the library already has are skipped, so a file can be imported again. With --update they are
                changed instead: a value in the file replaces that of the book, shelves and notes are added, and an
                empty cell changes nothing. A book is known again by the identifier that the other program gave it, its
                ISBN, or its title and authors. With --update --dry-run, warnings name books that may be one.
                A column without a field of its own becomes a detail of the book, unless others have the same
                information. So does a day like 3/4/2026 if --dates is not given. --map <column>=ignore leaves a column
                out.
                Results go to a pipe or file only with --rows or --json.
                \("Formats: \(ImportFormat.allCases.map(\.rawValue).joined(separator: ", "))."
                    .broken(into: 110).joined(separator: "\n"))
                Fields: \(ImportMapping.fields.joined(separator: ", ")).
                """
            ])
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        try session.requireOutput("-", besides: file)
        try requireNewFile(rejects, in: session)
        let list = try await read()
        let report = try await report(on: list.rows, in: session)
        if list.isRepaired {
            let location = NamedFile(name: file).location
            session.console.warn("\(location) is not UTF-8 text; its other bytes are read as Windows-1252")
        }
        if let column = list.statusColumn {
            session.console.warn(
                "column \"\(column)\" has only statuses, so it is read as the status; "
                    + "--map \"\(column)=shelves\" makes shelves of them")
        }
        for (reason, count) in report.leftOut {
            let them = count == 1 ? "it" : "them"
            session.console.warn("\(count.counting("row")) left out: \(reason); --all adds \(them)")
        }
        for warning in report.warnings {
            session.console.warn("line \(warning.line): \(warning.warning.message)\(warning.warning.remedy)")
        }
        for row in report.rows {
            guard case .rejected(let reason) = row.outcome else { continue }
            session.console.complain("line \(row.line) is not a valid book: \(reason.message)\(reason.remedy)")
        }
        let (verb, books) = (isDryRun ? "Would add" : "Added", report.added.counting("book"))
        let counts = "\(report.updated) updated, \(report.merged) merged, \(report.skipped) skipped"
        let warnings = report.warnings.count.counting("warning")
        session.console.say("\(verb) \(books); \(counts), \(report.rejected) rejected, \(warnings).")
        if session.console.appearance.isJSON {
            session.console.printFields(report)
        } else if listsRows {
            session.console.print(report.rows)
        }
        if let rejects, !isDryRun, report.rejected > 0 {
            try requireNewFile(rejects, in: session)
            let rows = list.rejects(lines: report.rejectedLines)
            try await mapError(CommandError.library, try Session.write(rows, to: rejects))
        }
        return report.rejected == 0 ? .done : .malformedInput
    }

    /// Rejected rows go only to a file that is new, empty or not a regular file, so that they never replace a file.
    /// A missing folder is refused before the import, not after it.
    @MainActor
    private func requireNewFile(_ path: String?, in session: Session) throws(CommandError) {
        guard let path else { return }
        try session.requireOutput(path, besides: file)
        let files = session.environment.libraryFiles
        if path == "-" { throw .file(.output("standard output", reason: "--rejects takes a file")) }
        if files.hasContents(path) {
            throw .file(.output(path, reason: "it exists already; --rejects takes a new file"))
        }
        if !files.canHoldFile(path) {
            throw .file(.output(path, reason: "it is a folder, or its folder doesn't exist"))
        }
    }

    private func read() async throws(CommandError) -> BookList {
        let input = NamedFile(name: file)
        let bytes = try await mapError(CommandError.file, try input.read())
        return try await mapError(
            CommandError.importFile, try BookListReader(options).read(bytes, from: input.location))
    }

    /// Imports the rows, and shows the progress.
    @MainActor
    private func report(on rows: [ImportRow], in session: Session) async throws(CommandError) -> BookImportReport {
        var done = 0
        do throws(LibraryError) {
            // Without its folder: others may share the library.
            let name = "import of \(NamedFile(name: file).location.split(separator: "/").last ?? "")"
            let importBooks = ImportBooks(session.environment.recording(name, hasSeveralUnits: true).context)
            return try await session.call(
                ImportBooks.self,
                try await importBooks(rows, updates: updates, dryRun: isDryRun) { @MainActor in
                    done = $0
                    session.console.showProgress("\(done) of \(rows.count) rows")
                })
        } catch {
            throw isDryRun || done == 0
                ? .library(error) : .unfinished(error, done: "\(done) of \(rows.count.counting("row"))")
        }
    }
}

extension ImportWarning {
    /// What to do about it, after its message.
    fileprivate var remedy: String {
        guard case .likelyDouble(let id?, let other) = self else { return "" }
        return ": \(Bookshelf.name) merge \(other.id) --into \(id)"
    }
}

extension RejectionReason {
    /// What to do about it, after its message.
    var remedy: String {
        if case .book(.noAuthor) = self { "; --author gives one to all that have none, such as Anonymous" } else { "" }
    }
}

extension BookImportReport {
    /// Why rows are not meant to be books, each with their number, in the order of the file.
    fileprivate var leftOut: [(reason: String, count: Int)] {
        var counts: [(reason: String, count: Int)] = []
        for case .noBook(let reason) in rows.map(\.outcome) {
            if let index = counts.firstIndex(where: { $0.reason == reason }) {
                counts[index].count += 1
            } else {
                counts.append((reason, 1))
            }
        }
        return counts
    }

    fileprivate var rejectedLines: Set<Int> {
        Set(rows.compactMap { if case .rejected = $0.outcome { $0.line } else { nil } })
    }
}
