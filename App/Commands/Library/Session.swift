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

    /// The size up to which files are read. A list of a million books is about half as large.
    static let mostMegabytes = 512

    /// The name of a file for messages.
    static func location(of file: String) -> String { file == "-" ? "standard input" : file }

    /// All bytes of a file that the command line names, and its name for messages; `-` is standard input.
    static func read(_ file: String) throws(CommandError) -> (bytes: [UInt8], location: String) {
        let location = location(of: file)
        let bytes: [UInt8]?
        do {
            let limit = mostMegabytes << 20
            bytes =
                try file == "-"
                ? WholeFile.read(from: .standardInput, limit: limit) : WholeFile.read(from: file, limit: limit)
        } catch {
            throw .input(location, reason: error.reason)
        }
        if let bytes { return (bytes, location) }
        let reason = "it is larger than \(mostMegabytes) MB, the most that is read"
        throw .input(location, reason: reason)
    }

    /// Throws if writing to `path`, where `-` is standard output, would replace a file of a library or the command's
    /// own input.
    func requireOutput(_ path: String, besides input: String? = nil) throws(CommandError) {
        let files = environment.libraryFiles
        let (target, location) = path == "-" ? ("/dev/stdout", "standard output") : (path, path)
        if files.include(target) { throw .output(location, reason: "it is a file of a library") }
        if let input, files.isSameFile(target, input == "-" ? "/dev/stdin" : input) {
            throw .output(location, reason: "it is the input")
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
