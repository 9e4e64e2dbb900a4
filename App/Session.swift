import Domain
import Presentation
import Storage

/// What a command works with.
struct Session {
    let environment: AppEnvironment
    let console: Console

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
