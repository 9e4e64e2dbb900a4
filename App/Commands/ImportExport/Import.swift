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
                    "authors", .word("<form>"), \.options.authors,
                    "how authors are written: last-first, or between commas or semicolons"),
                .value("encoding", .word("<name>"), \.options.encoding, "the encoding of the file"),
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
                information. Where a file can be read in two ways, such as days like 3/4/2026, names with commas and text
                that isn't UTF-8, the rest of it decides, and a message names the option that chooses otherwise. --map
                <column>=ignore leaves a column out.
                Results go to a pipe or file only with --rows or --json.
                \("Formats: \(ImportFormat.allCases.map(\.rawValue).joined(separator: ", "))."
                    .broken(into: 110).joined(separator: "\n"))
                Fields: \(ImportMapping.fields.joined(separator: ", ")).
                """
            ])
    }

    func run(in session: AppSession) async throws(CommandError) -> ExitStatus {
        try session.requireOutput("-", besides: file)
        try requireNewFile(rejects, in: session)
        let list = try await read()
            .withTitles(in: session)
        let report = try await report(on: list.rows, in: session)
        for choice in list.choices { session.console.warn(choice.message(NamedFile(name: file).location)) }
        if let column = list.statusColumn {
            session.console.warn(
                "column \"\(column)\" has only statuses, so it is read as the status; "
                    + "--map \"\(column)=shelves\" makes shelves of them")
        }
        let names = Dictionary(list.rows.lazy.map { ($0.line, $0) }) { first, _ in first }.mapValues(\.name)
        for (reason, lines) in report.leftOut {
            let (them, count) = (lines.count == 1 ? "it" : "them", lines.count.counting("row"))
            let titles = lines.prefix(3).compactMap { names[$0] }.map { "\"\($0)\"" } + (lines.count > 3 ? ["…"] : [])
            session.console.warn("\(count) left out: \(reason): \(titles.joined(separator: ", ")); --all adds \(them)")
        }
        for line in report.groupedWarnings { session.console.warn(line) }
        for row in report.rows {
            guard case .rejected(let reason) = row.outcome else { continue }
            let name = names[row.line].map { " (\($0))" } ?? ""
            session.console.complain("line \(row.line)\(name) is not a valid book: \(reason.message)\(reason.remedy)")
        }
        let (verb, books) = (isDryRun ? "Would add" : "Added", report.added.counting("book"))
        let counts = "\(report.updated) updated, \(report.merged) merged, \(report.skipped) skipped"
        let warnings = report.warnings.count.counting("warning")
        session.console.say("\(verb) \(books); \(counts), \(report.rejected) rejected, \(warnings).")
        if report.lent > 0 { session.console.say("Added \(report.lent.counting("loan")).") }
        if report.returned > 0 { session.console.say("Ended \(report.returned.counting("loan")).") }
        if session.console.appearance.isJSON {
            session.console.printFields(report)
        } else if listsRows {
            session.console.print(report.rows)
        }
        if let rejects, !isDryRun, report.rejected > 0 {
            try requireNewFile(rejects, in: session)
            let rows = list.rejects(lines: report.rejectedLines)
            try await mapError(CommandError.library, try AppSession.write(rows, to: rejects))
        }
        return report.rejected == 0 ? .done : .malformedInput
    }

    /// Rejected rows go only to a file that is new, empty or not a regular file, so that they never replace a file.
    /// A missing folder is refused before the import, not after it.
    @MainActor
    private func requireNewFile(_ path: String?, in session: AppSession) throws(CommandError) {
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
        let isLibrary = bytes.prefix { $0 != .lineFeed }.prefix(256).contains(
            "\"format\":\"\(Bookshelf.libraryFormat)\"".utf8)
        if options.format == nil, isLibrary {
            let copy = try await mapError(
                CommandError.backupFile, LibraryBackup(bytes, format: Bookshelf.libraryFormat, from: input.location))
            return BookList(copy: copy.contents)
        }
        return try await mapError(
            CommandError.importFile, try BookListReader(options).read(bytes, from: input.location))
    }

    /// Imports the rows, and shows the progress.
    @MainActor
    private func report(on rows: [ImportRow], in session: AppSession) async throws(CommandError) -> BookImportReport {
        var done = 0
        do throws(LibraryError) {
            // Without its folder: others may share the library.
            let name = "import of \(NamedFile(name: file).location.split(separator: "/").last ?? "")"
            let context = session.environment.recording(name, hasSeveralUnits: true).context
            let report = try await session.call(
                ImportBooks.self,
                try await ImportBooks(context)(rows, updates: updates, dryRun: isDryRun) { @MainActor in
                    done = $0
                    session.console.showProgress("\(done) of \(rows.count) rows")
                })
            if !report.loans.isEmpty, !isDryRun {
                let period = try await session.environment.preferences.preferences().loanPeriod
                var withLoans = report
                (withLoans.lent, withLoans.returned) = try await session.call(
                    ImportHolders.self, try await ImportHolders(context)(report.loans, period: period))
                return withLoans
            }
            return report
        } catch {
            throw isDryRun || done == 0
                ? .library(error) : .unfinished(error, done: "\(done) of \(rows.count.counting("row"))")
        }
    }
}

extension ImportWarning {
    /// What to do about it, after its message.
    fileprivate var remedy: String {
        switch self {
        case .likelyDouble(let id?, let other): ": \(Bookshelf.name) merge \(other.id) --into \(id)"
        case .ambiguousDay: "; --dates dmy or --dates mdy says which"
        case .wrongStatus(let word): "; --map \"\(word)=read\", for example, says what it means"
        default: ""
        }
    }

    /// The name of the case, by which many warnings are counted together.
    fileprivate var kind: String { Mirror(reflecting: self).children.first?.label ?? "" }
}

extension ImportChoice {
    /// How the list was read, and the option that chooses otherwise.
    fileprivate func message(_ location: String) -> String {
        switch self {
        case .encoding(let encoding):
            "\(location) is not UTF-8 text; its other bytes are read as \(encoding.rawValue); --encoding chooses another"
        case .authors(.lastFirst):
            "authors are read with the surname before a comma; --authors comma makes two authors of such a name"
        case .authors(.comma):
            "commas separate authors; --authors last-first reads them with the surname before a comma"
        case .authors(.semicolon):
            "semicolons separate authors, and commas are part of a name; --authors comma separates by commas"
        case .days(let order):
            "days like 3/4/2026 are read as \(order.rawValue), the order that others of the list have; --dates chooses another"
        case .copy:
            "it is a copy of a library: its books have the identifiers of those here; --rows says what differs, and --update "
                + "takes it in"
        case .calibre: "it is a list of calibre, with ten for five stars; --format json reads ratings as stars"
        }
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
    fileprivate var leftOut: [(reason: String, lines: [Int])] {
        var found: [(reason: String, lines: [Int])] = []
        for row in rows {
            guard case .noBook(let reason) = row.outcome else { continue }
            if let index = found.firstIndex(where: { $0.reason == reason }) {
                found[index].lines.append(row.line)
            } else {
                found.append((reason, [row.line]))
            }
        }
        return found
    }

    /// The warnings of each kind together: a few as they are, and the lines of the others.
    fileprivate var groupedWarnings: [String] {
        var kinds: [String] = []
        let byKind = Dictionary(grouping: warnings, by: \.warning.kind)
        for warning in warnings where !kinds.contains(warning.warning.kind) { kinds.append(warning.warning.kind) }
        return kinds.flatMap { kind in
            let all = byKind[kind] ?? []
            let shown = all.count > 4 ? all.prefix(3) : all[...]
            let others = all.dropFirst(shown.count).map { "\($0.line)" }
            let lines = others.prefix(10).joined(separator: ", ") + (others.count > 10 ? ", …" : "")
            return shown.map { "line \($0.line): \($0.warning.message)\($0.warning.remedy)" }
                + (others.isEmpty ? [] : ["\(others.count) more warnings of this kind: lines \(lines)"])
        }
    }

    fileprivate var rejectedLines: Set<Int> {
        Set(rows.compactMap { if case .rejected = $0.outcome { $0.line } else { nil } })
    }
}
