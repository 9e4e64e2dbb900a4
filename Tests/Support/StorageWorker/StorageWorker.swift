import FileTestSupport
import Foundation
import Storage

/// A process for tests to kill. It changes a store without pause, one unit of work after the other, and prints what has
/// been acknowledged.
///
///     StorageWorker <engine> <application> <name> <directory> <server> write <number> [<units>]
///     StorageWorker <engine> <application> <name> <directory> <server> hold
///
/// `write` first checks that the store has the results of this number's earlier units of work, and prints how many
/// these were. Then it prints the number of each further unit once it is acknowledged. `hold` prints "held" inside a
/// unit of work that never ends.
@main
struct StorageWorker {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count >= 6, let engine = arguments.first.flatMap(StorageEngine.init(rawValue:)),
            let location = StorageLocation(arguments: arguments.dropFirst().prefix(4))
        else { exit(64) }
        let store = engine.open(location)
        let command = Array(arguments.dropFirst(5))
        switch (command[0], command.dropFirst().compactMap { Int($0) }.first) {
        case ("write", let number?):
            let units = command.dropFirst(2).first.flatMap { Int($0) } ?? .max
            try await write(UnitSeries(worker: number), to: store, units: units)
        case ("hold", _): try await hold(store)
        default: exit(64)
        }
    }

    private static func write(_ series: UnitSeries, to store: any RecordStore, units: Int) async throws {
        let found = try await series.records(in: store)
        let count = series.count(in: found)
        guard found == series.records(after: count) else {
            printLine("broken: not what \(count) units of work make: \(found)")
            exit(1)
        }
        for record in found.values where record.key != nil {
            guard try await series.isFound(record, in: store) else {
                printLine("broken: \(record.id) can't be looked up")
                exit(1)
            }
        }
        printLine("found \(count)")
        var unit = count
        while unit - count < units {
            unit += 1
            let changes = series.changes(by: unit)
            try await performPatiently(changes, in: store)
            printLine("\(unit)")
        }
    }

    /// Carries out a unit of work, again while other workers, which never pause, keep the store busy.
    private static func performPatiently(
        _ changes: [RecordChange], in store: any RecordStore
    ) async throws(StorageError) {
        while true {
            do throws(StorageError) {
                return try await store.perform { _ throws(StorageError) in (changes, ()) }
            } catch {
                guard case .busy = error else { throw error }
            }
        }
    }

    private static func hold(_ store: any RecordStore) async throws {
        let changes = UnitSeries(worker: 99).changes(by: 1)
        try await store.perform { reader throws(StorageError) in
            _ = try await reader.news(of: UnitSeries.kinds, since: nil)
            printLine("held")
            let (never, _) = AsyncStream.makeStream(of: Void.self)
            for await _ in never {}
            return (changes, ())
        }
    }

    private static func printLine(_ text: String) {
        Array("\(text)\n".utf8).withUnsafeBytes { bytes in
            do {
                try ByteStream.standardOutput.write(bytes)
            } catch {
                // The pipe is closed: the tests have ended.
                exit(74)
            }
        }
    }
}
