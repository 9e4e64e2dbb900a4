import Data
import Domain
import Presentation
import Storage

/// What a command works with.
struct Session {
    let environment: AppEnvironment
    let console: Console
    var variables = Variables { _ in nil }
    /// All commands of the program, for those that complete or run others.
    var commands = CommandGroup(name: Bookshelf.name, summary: "", examples: [], members: [], usual: "")

    /// Throws if writing to `path`, where `-` is standard output, would replace a file of a library or the command's
    /// own input.
    func requireOutput(_ path: String, besides input: String? = nil) throws(CommandError) {
        let files = environment.libraryFiles
        let (target, location) = path == "-" ? ("/dev/stdout", "standard output") : (path, path)
        if files.include(target) { throw .file(.output(location, reason: "it is a file of a library")) }
        if let input, files.isSameFile(target, input == "-" ? "/dev/stdin" : input) {
            throw .file(.output(location, reason: "it is the input"))
        }
    }

    /// Creates a file with these bytes, or replaces the one at `path`.
    static func write(_ bytes: [UInt8], to path: String) throws(LibraryError) {
        do {
            try WholeFile.write(bytes, to: path)
        } catch {
            throw .store(.failed(operation: "write", location: path, reason: error.reason))
        }
    }

    /// Loads what a view model shows. Throws the error that kept it from loading.
    @MainActor func load<Value>(_ content: LibraryContent<Value>) async throws(LibraryError) {
        await content.load()
        if let error = content.loadError { throw error }
    }
}
