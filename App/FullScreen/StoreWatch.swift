import Data
import Domain
import Observation
import Presentation
import Storage

/// What the view knows of its store: whether the library's file is there and can be read, and what went wrong.
@MainActor
@Observable
final class StoreWatch {
    /// Whether the library could not be read the last time.
    private(set) var isDamaged = false
    /// What went wrong besides the actions of view models, as sentences, until the user has seen it; each once.
    private var failures: [String] = []
    /// Why the library could not be read the last time, until the user has seen it.
    private var checkFailure: LibraryError?
    /// Whether the library's file was there.
    @ObservationIgnored private var hadFile = false
    @ObservationIgnored private var latestRemedies: (error: LibraryError, remedies: [String])?
    private let environment: AppEnvironment

    init(_ environment: AppEnvironment) { self.environment = environment }

    /// The library's file, if it was there and is gone.
    var lostPath: String? {
        guard let path = environment.openedStore.path else { return nil }
        // A missing file is not even the same as itself.
        let isThere = environment.libraryFiles.isSameFile(path, path)
        hadFile = hadFile || isThere
        return hadFile && !isThere ? path : nil
    }

    /// The user has agreed to a new library in place of the lost one.
    func beginAnew() { hadFile = false }

    /// Reads the whole library, whatever is known of it.
    func check() async {
        do throws(LibraryError) {
            _ = try await environment.openedStore.library().snapshot()
            (isDamaged, checkFailure) = (false, nil)
        } catch {
            (isDamaged, checkFailure) = (true, error)
        }
    }

    func report(_ sentence: String) { if !failures.contains(sentence) { failures.append(sentence) } }

    func dismiss() { if failures.isEmpty { checkFailure = nil } else { failures.removeFirst() } }

    /// The first failure as a sentence.
    var message: String? { failures.first ?? checkFailure.map(text) }

    /// Where the store failed, also what can be done about it.
    func text(_ error: LibraryError) -> String {
        guard case .store = error else { return "\(error.message.withCapital)." }
        // To find a remedy, the whole file may be read.
        if latestRemedies?.error != error {
            let store = environment.openedStore
            latestRemedies = (error, store.library().remedy(for: error)?.hints(store.options) ?? [])
        }
        let remedies = latestRemedies?.remedies ?? []
        return ([ErrorReport(error).message.withCapital] + remedies).joined(separator: " ") + "."
    }
}
