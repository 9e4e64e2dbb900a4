import Data
import Domain
import Storage

/// Why a command failed: one case for each source of errors.
enum CommandError: Error, Equatable {
    case library(LibraryError)
    case settings(SettingsError)
    /// What only the library can tell to be wrong usage.
    case usage(UsageError)
    case list(ListError)
    case backupFile(BackupError)
    case restore(RestoreError)
    /// The library failed during a command of several units of work. Those before are kept; `done` says how much that
    /// is.
    case unfinished(LibraryError, done: String)
    case file(NamedFileError)

    /// The error of a library, the settings or the terminal; nil for other failures.
    var libraryError: LibraryError? {
        switch self {
        case .list: nil
        case .library(let error), .unfinished(let error, _), .restore(.library(let error, _, _)): error
        case .settings, .usage, .backupFile, .restore, .file: nil
        }
    }

    init(_ failure: SettingsFailure) {
        self =
            switch failure {
            case .refused(let error): .settings(error)
            case .store(let error): .store(error)
            }
    }

    /// An error outside the library: of the settings, for example, or of the terminal.
    static func store(_ error: StorageError) -> CommandError {
        .library(.store(StoreError(error)))
    }
}

/// The result of `work`; `transform` turns an error into that of a command, in the manner of `Result.mapError`.
func mapError<Value, Failure>(
    _ transform: (Failure) -> CommandError, _ work: @autoclosure () async throws(Failure) -> Value
) async throws(CommandError) -> Value {
    do throws(Failure) {
        return try await work()
    } catch {
        throw transform(error)
    }
}
