import Data
import Domain

struct Restore: Command {
    var file = ""

    static var syntax: Syntax<Restore> {
        Syntax(
            summary: "Reads a backup into an empty library, in any store.",
            examples: [
                "restore library.backup", "restore library.backup --directory elsewhere",
                "restore - < library.backup",
            ],
            operands: [.one("file", \.file, .file("<file>"))],
            notes: [
                """
                The file - is standard input. The whole file is checked before anything is written. A library that holds
                anything that is not in the backup is refused; one that holds a part of the backup is completed, so an
                interrupted restore can be repeated. A large backup goes to a cluster in several parts.
                """
            ])
    }

    func run(in session: AppSession) async throws(CommandError) -> ExitStatus {
        try session.requireOutput("-", besides: file)
        let input = NamedFile(name: file)
        let bytes = try await mapError(CommandError.file, try input.read())
        let backup = try await mapError(
            CommandError.backupFile, try LibraryBackup(bytes, format: Bookshelf.libraryFormat, from: input.location))
        session.console.showProgress("Restoring \(backup.contents.counts)…")
        try await mapError(CommandError.restore, try await session.environment.maintenance.restore(backup))
        session.console.say("Restored \(backup.contents.counts).")
        if session.console.appearance.isJSON { session.console.printJSON { $0.counts(of: backup.contents) } }
        return .done
    }
}
