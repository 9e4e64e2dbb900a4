import Data
import Domain

struct Backup: Command {
    var file = ""

    static var syntax: Syntax<Backup> {
        Syntax(
            summary: "Writes the whole library (\(LibrarySnapshot.nouns)) to a file for \"restore\".",
            examples: ["backup library.backup", "backup - | gzip > library.backup.gz"],
            operands: [.one("file", \.file, .file("<file>"))],
            notes: [
                """
                The file - is standard output. An existing file is replaced only after the new one has been written
                completely; a file of the library is never replaced. The same contents give the same bytes, whatever the
                store. Settings are not part of a backup. Copied into an empty folder as library.jsonl, a backup is a
                complete library. --json prints the file's name and what it has, unless that is standard output.
                """
            ])
    }

    func run(in session: AppSession) async throws(CommandError) -> ExitStatus {
        try session.requireOutput(file)
        session.console.showProgress("Reading the library…")
        let backup = try await mapError(CommandError.library, try await session.environment.maintenance.backup())
        session.console.showProgress("Writing \(backup.contents.counts)…")
        let bytes = backup.journal(format: Bookshelf.libraryFormat)
        if file == "-" {
            session.console.pass(on: bytes)
        } else {
            try await mapError(CommandError.library, try AppSession.write(bytes, to: file))
            session.console.say("Wrote \(backup.contents.counts) to \(file).")
            if session.console.appearance.isJSON {
                session.console.printJSON { $0.counts(of: backup.contents, in: file) }
            }
        }
        return .done
    }
}
