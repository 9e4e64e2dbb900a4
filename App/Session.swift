import Data
import Domain
import Storage

/// What a command works with.
@MainActor
struct Session {
    let environment: AppEnvironment
    let console: Console
    /// Whether results are printed as JSON.
    let isJSON: Bool

    /// Puts a file with these bytes at `path`, or in place of the one there.
    nonisolated static func write(_ bytes: [UInt8], to path: String) throws(LibraryError) {
        do throws(FileError) {
            try WholeFile.write(bytes, to: path)
        } catch {
            throw .store(.failed(operation: "write", place: path, reason: error.reason))
        }
    }

    /// Rethrows the error of a view model, if there is one.
    func check(_ error: LibraryError?) throws(CommandError) {
        if let error { throw .library(error) }
    }

    /// Rethrows the error of a view model; without one, returns `.refused`.
    func refused(_ error: LibraryError?) throws(CommandError) -> ExitStatus {
        try check(error)
        return .refused
    }

    /// Prints a list: as JSON, or as a table.
    func print<Row: Sendable>(_ rows: [Row], as table: Table<Row>) {
        if isJSON {
            table.printJSON(rows, to: console)
        } else {
            table.print(rows, to: console)
        }
    }

    /// Prints the one result of a command, except on a terminal, where a message tells it.
    func print<Row: Sendable>(_ row: Row, as table: Table<Row>) {
        if isJSON {
            console.printJSON { table.json(&$0, row) }
        } else if !console.appearance.isTerminal {
            table.print([row], to: console)
        }
    }
}
