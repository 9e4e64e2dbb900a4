import Data
import Domain

/// A list of names in a library that complete a word. Each feature has its own.
struct LibraryNames: Sendable {
    /// The names that the word finds, ignoring case and accents.
    let candidates: @Sendable (_ word: String, any Library) async throws(LibraryError) -> [Completion.Candidate]

    /// Names that contain all words of the typed text; `end` follows each of them.
    static func containing(
        end: String = "", _ names: @escaping @Sendable (any Library) async throws(LibraryError) -> [String]
    ) -> LibraryNames {
        LibraryNames { text, library throws(LibraryError) in
            let words = TextFolding.caseAndAccents(text).split(whereSeparator: \.isWhitespace)
            return Set(try await names(library)).map { (name: $0, folded: TextFolding.caseAndAccents($0)) }
                .filter { name in words.allSatisfy { name.folded.contains($0) } }
                .sorted { $0.folded < $1.folded }.map { Completion.Candidate(text: $0.name + end) }
        }
    }
}

extension Completion {
    /// Names in the library of the completed line.
    static func library(_ names: LibraryNames) -> Completion {
        .names { request in
            // An error, such as damage, completes nothing: the next command reports it.
            guard let library = try? await library(GlobalOptions(request.options), request.variables),
                let found = try? await names.candidates(request.word, library)
            else { return [] }
            return found
        }
    }

    /// The library that the line names; that of a cluster as this machine last saw it, or nil.
    private static func library(
        _ options: GlobalOptions, _ variables: Variables
    ) async throws(CommandError) -> (any Library)? {
        var options = options
        // The shell has not replaced the ~ yet.
        if let path = options.directory, path.hasPrefix("~/"), let home = variables["HOME"] {
            options.directory = home + path.dropFirst()
        }
        options.console.isQuiet = true
        let environment = try await AppEnvironment.live(options, variables)
        let store = try await StoreChoice(options, variables, environment.settings)
        if store.isOnThisMachine { return environment.library }
        return await environment.maintenance.lastSeen().map { StoredLibrary.inMemory($0) }
    }
}
