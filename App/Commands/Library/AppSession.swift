import Data
import Domain
import Presentation
import Storage

/// What a command works with.
struct AppSession {
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

    /// The result of `work`, a call of `operation` in another layer: of a use case or a view model. Calls of ports are
    /// traced by what the environment wraps them in.
    func call<Value>(
        _ callee: Any.Type, _ work: @autoclosure () async throws(LibraryError) -> Value,
        _ operation: String = "callAsFunction"
    ) async throws(LibraryError) -> Value {
        guard let trace = environment.trace else { return try await work() }
        let name = "\(Trace.name(of: callee)).\(operation)"
        return try await trace.call(Trace.layer(of: callee), name, throws: LibraryError.self, try await work())
    }

    /// Loads what a view model shows. Throws the error that kept it from loading.
    @MainActor func load<Value>(_ content: LibraryContent<Value>) async throws(LibraryError) {
        try await call(LibraryContent<Value>.self, await content.load(), "load")
        if let error = content.loadError { throw error }
    }
}
