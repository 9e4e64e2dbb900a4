import Data
import Domain
import Observation
import Presentation
import Storage

struct Import: Command {
    var file = ""
    var format: ImportFormat?
    var isDryRun = false
    var rejects: String?

    static var syntax: Syntax<Import> {
        Syntax(
            summary: "Imports books from a Goodreads or StoryGraph export, any CSV with a header, or JSON.",
            examples: [
                "import goodreads_library_export.csv",
                "import books.csv --dry-run",
                "import books.csv --rejects left-over.csv",
                "import - --format json < books.json",
            ],
            operands: [.one("file", \.file, .name("<file>"))],
            options: [
                .value("format", .word("<format>"), \.format, ImportFormat.allCases.map(\.rawValue).alternatives),
                .flag("dry-run", \.isDryRun, "only report what would be done"),
                .value("rejects", .name("<file>"), \.rejects, "write the rejected rows to this new file"),
            ],
            notes: [
                """
                The file - is standard input. Without --format, the format is recognised from the content.
                Books that the library already has are skipped, so a file can be imported again.
                """
            ])
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        try requireNewFile(rejects, in: session)
        let list = try await read()
        let model = ImportViewModel(context: session.environment.context, isDryRun: isDryRun)
        follow(model, on: session.console)
        await model.run(list.rows)
        session.console.showProgress(nil)
        if let error = model.actionError { throw isDryRun ? .library(error) : .unfinished(error, done: model.done) }
        guard let report = model.report else { return .done }
        for warning in report.warnings {
            session.console.warn("line \(warning.line): \(warning.warning.message)")
        }
        for rejection in report.rejected {
            session.console.complain("line \(rejection.line) is not a valid book: \(rejection.reason.message)")
        }
        if let rejects, !isDryRun {
            try requireNewFile(rejects, in: session)
            let rows = list.rejects(lines: Set(report.rejected.map(\.line)))
            try await mapError(CommandError.library, try Session.write(rows, to: rejects))
        }
        let (verb, books) = (isDryRun ? "Would add" : "Added", report.added.counting("book"))
        let (rejected, warnings) = (report.rejected.count, report.warnings.count.counting("warning"))
        session.console.say("\(verb) \(books); \(report.skipped) skipped, \(rejected) rejected, \(warnings).")
        if session.console.appearance.isJSON { session.console.printFields(report) }
        return report.rejected.isEmpty ? .done : .malformedInput
    }

    /// Rejected rows go only to a file that is new, empty or no regular file, so that they never replace another one.
    @MainActor
    private func requireNewFile(_ path: String?, in session: Session) throws(CommandError) {
        guard let path else { return }
        try session.requireOutput(path, besides: file)
        guard session.environment.libraryFiles.hasContents(path) else { return }
        throw .output(path, reason: "it exists already; --rejects takes a new file")
    }

    private func read() async throws(CommandError) -> BookList {
        let (bytes, location) = try Session.read(file)
        return try await mapError(
            CommandError.importFile, try BookListReader(format: format).read(bytes, from: location))
    }

    /// Shows the progress whenever it changes.
    @MainActor
    private func follow(_ model: ImportViewModel, on console: Console) {
        withObservationTracking {
            if let progress = model.progress, model.isRunning {
                console.showProgress("\(progress.done) of \(progress.total) rows")
            }
        } onChange: {
            Task { @MainActor in
                if model.isRunning { follow(model, on: console) }
            }
        }
    }
}

extension ImportViewModel {
    /// The part of the list that is in the library, for messages.
    fileprivate var done: String {
        "\(progress?.done ?? 0) of \((progress?.total ?? 0).counting("row"))"
    }
}

extension ImportReport: Described {
    func describe(to fields: inout some FieldWriter) {
        fields.field("added", added)
        fields.field("skipped", skipped)
        fields.field("rejected", rejected.count)
        fields.field("warnings", warnings.count)
    }
}
