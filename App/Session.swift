import Data
import Domain
import Presentation
import Storage

/// What a command works with.
@MainActor
struct Session: CommandSession {
    typealias Options = GlobalOptions
    typealias Failure = CommandError
    typealias Status = ExitStatus

    let environment: AppEnvironment
    let console: Console
    /// Whether results are printed as JSON.
    let isJSON: Bool

    /// Puts a file with these bytes at `path`, or in place of the one there.
    nonisolated static func write(_ bytes: [UInt8], to path: String) throws(LibraryError) {
        do {
            try WholeFile.write(bytes, to: path)
        } catch {
            throw .store(.failed(operation: "write", location: path, reason: error.reason))
        }
    }

    /// Loads what a view model shows. Throws the error that kept it from loading.
    func load<Value>(_ content: LibraryContent<Value>) async throws(LibraryError) {
        await content.load()
        if let error = content.loadError { throw error }
    }

    /// Prints a list: as JSON, or as a table.
    func print<Row: TableRow>(_ rows: [Row]) {
        if isJSON {
            console.printJSON(rows)
        } else {
            console.printTable(rows)
        }
    }

    /// Prints what a command has changed, except on a terminal, where a message says it.
    func print<Row: TableRow>(_ row: Row) {
        if isJSON {
            console.printJSON(row)
        } else if !console.appearance.isTerminal {
            console.printTable([row])
        }
    }

    /// Prints the fields of a result, one below the other, or as JSON.
    func printFields(_ result: some Described) {
        if isJSON {
            console.printJSON(result)
        } else {
            console.printFields(result)
        }
    }
}
