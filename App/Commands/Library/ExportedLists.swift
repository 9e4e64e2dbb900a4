import Data
import Domain
import Storage

/// A format of exported lists.
struct ListFormat<Entity: ListedEntity>: Sendable {
    let name: String
    /// The whole file, in UTF-8, with the rows in the given order.
    let write: @Sendable ([Row<Entity>]) -> [UInt8]
    /// What the format can't hold of these rows, for people.
    var remarks: @Sendable ([Row<Entity>]) -> [String] = { _ in [] }

    /// A row of more than 1 MiB can't be imported again. Named texts come back in the order of the columns.
    static var csv: Self { Self(name: "csv") { EntityList.csv($0) } }
    /// Each row has its own line.
    static var json: Self { Self(name: "json") { Console.json($0) } }
}

/// What is special about the exported lists of an entity.
struct ExportedLists<Entity: ListedEntity>: Sendable {
    var summary = "Writes all \(Entity.noun.plural) to a file that \"import\" and other programs can read."
    var examples = ["export list.csv", "export list.json", "export --format json | gzip > list.json.gz"]
    var notes = Self.common + "\nAn existing file is replaced only after the new one has been written completely."
    /// The first two are for files of their names.
    var formats: [ListFormat<Entity>] = [.csv, .json]
    /// The order of the rows.
    var sort: @Sendable (AppEnvironment) async throws(LibraryError) -> Sort<Entity.Draft.Field>? = { _ in nil }

    /// The beginning of the notes.
    static var common: String {
        let many = Entity.noun.plural
        return """
            Without a file, or with -, the \(many) go to standard output. Without --format, the extension of the file
            decides: .csv, .json, or none for CSV; on standard output, --json chooses JSON. With a file, --json prints
            its name, its format and the number of \(many).
            """
    }

    var format: ValueReader<ListFormat<Entity>> {
        let names = formats.map(\.name)
        return ValueReader("<format>", expected: names.alternatives) { name in formats.first { $0.name == name } }
            .completed(by: .words(names, areAll: true))
    }
}

extension Console {
    /// A list in JSON, as a file has it: each row on a line of its own.
    nonisolated static func json(_ rows: some Collection<some TableRow>) -> [UInt8] {
        var bytes = Array("[".utf8)
        for (index, row) in rows.enumerated() {
            var writer = JSONWriter()
            writer.object(row)
            bytes += Array((index == 0 ? "\n" : ",\n").utf8) + writer.bytes
        }
        return bytes + Array((rows.isEmpty ? "]\n" : "\n]\n").utf8)
    }
}
