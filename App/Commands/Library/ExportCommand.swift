import Data
import Domain
import Presentation
import Storage

/// Writes all entities of one type to a file.
struct ExportCommand<Entity: ListedEntity>: Command {
    var file: String?
    var format: ListFormat<Entity>?

    static var syntax: Syntax<ExportCommand> {
        let (words, lists) = (Entity.words, Entity.lists)
        return Syntax(
            summary: lists.summary, examples: lists.examples.map(words.line),
            operands: [.optional("file", .file("<file>"), \.file)],
            options: [.value("format", lists.format, \.format, lists.formats.map(\.name).alternatives)],
            notes: [lists.notes])
    }

    func run(in session: AppSession) async throws(CommandError) -> ExitStatus {
        try session.requireOutput(file ?? "-")
        guard let format = format ?? usualFormat(in: session) else {
            throw .file(
                .output(file ?? "", reason: "its extension is neither .csv nor .json; name a format with --format"))
        }
        return try await mapError(CommandError.library, try await write(format, in: session))
    }

    @MainActor
    private func write(_ format: ListFormat<Entity>, in session: AppSession) async throws(LibraryError) -> ExitStatus {
        session.console.showProgress("Reading the library…")
        var query = Query<Entity>()
        query.sort = try await Entity.lists.sort(session.environment)
        let library = try await session.environment.context.library.snapshot()
        let rows = Array(query.page(of: library, folding: session.environment.context.folding).rows)
        session.console.showProgress("Writing \(Entity.counting(rows.count))…")
        let bytes = format.write(rows)
        if let file, file != "-" {
            try AppSession.write(bytes, to: file)
            session.console.say("Wrote \(Entity.counting(rows.count)) to \(file).")
            if session.console.appearance.isJSON {
                session.console.printJSON { json in
                    json.object { json in
                        json.member("file", file)
                        json.member("format", format.name)
                        json.name(Entity.noun.plural.inCamelCase)
                        json.number(rows.count)
                    }
                }
            }
        } else {
            session.console.pass(on: bytes)
        }
        for remark in format.remarks(rows) { session.console.say(remark) }
        let rest = LibrarySchema.bookshelf.counts(of: library, besides: Entity.self).filter { $0.number > 0 }
        if !rest.isEmpty {
            session.console.say("Left out \(rest.listed); \"\(Bookshelf.name) backup\" keeps everything.")
        }
        return .done
    }

    /// The format that the file's extension names: CSV without one, nil for any other.
    @MainActor
    private func usualFormat(in session: AppSession) -> ListFormat<Entity>? {
        guard let file, file != "-" else { return session.console.appearance.isJSON ? .json : .csv }
        let name = file.split(separator: "/").last ?? ""
        guard let dot = name.dropFirst().lastIndex(of: ".") else { return .csv }
        return switch name[dot...].lowercased() {
        case ".csv": .csv
        case ".json": .json
        default: nil
        }
    }
}
