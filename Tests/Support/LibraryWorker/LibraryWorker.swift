import Data
import Domain

/// A process for tests to kill. It changes a library without pause, one unit of work after the other, and says on
/// standard output what is durable.
///
///     LibraryWorker <library.jsonl> write <number> [<units>]
///     LibraryWorker <library.jsonl> hold
///
/// `write` first looks whether the library is what the units of work of this number's earlier processes made it, and
/// prints how many these were; then each further unit's number as it is kept. `hold` prints "held" inside a unit of
/// work that never ends.
@main
struct LibraryWorker {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count >= 2, let path = arguments.first else { SystemProcess.end(status: 64) }
        let library = JSONFileLibrary(path: path)
        switch (arguments.dropFirst().first, arguments.dropFirst(2).compactMap { Int($0) }.first) {
        case ("write", let number?):
            let units = arguments.dropFirst(3).first.flatMap { Int($0) } ?? .max
            try await write(UnitSeries(worker: number), to: library, units: units)
        case ("hold", _): try await hold(library)
        default: SystemProcess.end(status: 64)
        }
    }

    private static func write(_ series: UnitSeries, to library: JSONFileLibrary, units: Int) async throws {
        let snapshot = try await library.snapshot()
        let count = series.count(in: snapshot)
        let expected = try series.snapshot(after: count)
        guard series.part(of: snapshot) == expected else {
            say("broken: not what \(count) units of work make")
            SystemProcess.end(status: 1)
        }
        say("found \(count)")
        var unit = count
        while unit - count < units {
            unit += 1
            let changes = try series.changes(by: unit)
            try await library.perform { [unit] work throws(LibraryError) in
                try await work.books.save(changes.saved.books + [series.ledger(unit)])
                try await work.borrowers.save(changes.saved.borrowers)
                try await work.loans.save(changes.saved.loans)
                try await work.loans.delete(changes.deleted.loans.map(\.id))
                try await work.borrowers.delete(changes.deleted.borrowers.map(\.id))
                try await work.books.delete(changes.deleted.books.map(\.id))
            }
            say("\(unit)")
        }
    }

    private static func hold(_ library: JSONFileLibrary) async throws {
        let series = UnitSeries(worker: 99)
        let held = try series.changes(by: 1).saved.books
        try await library.perform { work throws(LibraryError) in
            try await work.books.save(held)
            say("held")
            let (never, _) = AsyncStream.makeStream(of: Void.self)
            for await _ in never {}
        }
    }

    private static func say(_ text: String) {
        Array("\(text)\n".utf8).withUnsafeBytes { bytes in
            do {
                try ByteStream.standardOutput.write(bytes)
            } catch {
                // Nobody listens any more: the tests have ended.
                SystemProcess.end(status: 74)
            }
        }
    }
}
