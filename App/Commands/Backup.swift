import Data

struct Backup: Command {
    var file = ""

    static var syntax: Syntax<Backup> {
        Syntax(
            summary: "Writes books, people and loans, with all they hold, to a file for \"restore\".",
            examples: ["backup library.backup", "backup - | gzip > library.backup.gz"],
            operands: [.one("file", \.file, .name("<file>"))],
            notes: [
                """
                The file - is standard output. A backup has the same bytes whatever the store. Settings are not in it. An
                existing file is replaced only after the new one has been written completely; a file of a library, never.
                Copied to library.jsonl in an empty folder, a backup is the library of that folder.
                """
            ])
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        try session.requireOutput(file)
        let backup = try await mapError(CommandError.library, try await session.storedLibrary.backup())
        let bytes = backup.journal(format: Bookshelf.libraryFormat)
        if file == "-" {
            session.console.pass(on: bytes)
        } else {
            try await mapError(CommandError.library, try Session.write(bytes, to: file))
            session.console.say("Wrote \(backup.contents.counts) to \(file).")
        }
        return .done
    }
}
