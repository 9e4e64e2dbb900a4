public import Domain
public import Observation

/// The reader's choices, as text by name.
@MainActor
@Observable
public final class SettingsViewModel: Loading {
    /// Every choice there is, in a fixed order; empty until they are known.
    public private(set) var rows: [Row] = []
    public internal(set) var isLoading = false
    public internal(set) var error: LibraryError?

    @ObservationIgnored var turn = 0
    private let preferences: any PreferencesRepository
    private let check: @Sendable (PreferenceKey, String) throws(PreferencesError) -> Void

    /// `check` throws `PreferencesError.badValue` where a text names no store, or no catalogue, that could be opened.
    public init(
        preferences: any PreferencesRepository,
        check: @escaping @Sendable (PreferenceKey, String) throws(PreferencesError) -> Void
    ) {
        self.preferences = preferences
        self.check = check
    }

    public struct Row: Hashable, Identifiable, Sendable {
        public let key: PreferenceKey
        /// Nil where store or catalogue are the usual ones.
        public let value: String?
        /// Whether the reader has chosen it, as opposed to the usual value.
        public let isChosen: Bool

        public var id: PreferenceKey { key }
    }

    /// Shows the choices as they are now.
    public func load() async {
        await load { [preferences] () throws(LibraryError) in
            (values: try await preferences.preferences(), chosen: try await preferences.chosen())
        } show: { current in
            rows = PreferenceKey.allCases.map { key in
                Row(key: key, value: current.values.text(of: key), isChosen: current.chosen.contains(key))
            }
        }
    }

    /// The row of the choice of that name; nil where `error` says why there is none.
    public func row(named name: String) -> Row? {
        do {
            error = nil
            let key = try key(named: name)
            return rows.first { $0.key == key }
        } catch {
            self.error = error
            return nil
        }
    }

    /// Makes a choice. False where `error` says why not.
    public func set(_ name: String, to text: String) async -> Bool {
        await change(name) { [preferences, check] key throws(LibraryError) in
            var choice = Preferences()
            do throws(PreferencesError) {
                try choice.take(text, for: key, check: check)
            } catch {
                throw .preferences(error)
            }
            try await preferences.choose([key], from: choice)
        }
    }

    /// Forgets a choice, so that the usual value counts again. False where `error` says why not.
    public func unset(_ name: String) async -> Bool {
        await change(name) { [preferences] key throws(LibraryError) in try await preferences.forget([key]) }
    }

    private func change(
        _ name: String, _ work: @concurrent @escaping @Sendable (PreferenceKey) async throws(LibraryError) -> Void
    ) async -> Bool {
        let done: Void? = await attempt { () throws(LibraryError) in try await work(key(named: name)) }
        guard done != nil else { return false }
        await load()
        return error == nil
    }
}

/// Throws `PreferencesError.noSuchKey`.
private func key(named name: String) throws(LibraryError) -> PreferenceKey {
    guard let key = PreferenceKey(rawValue: name) else {
        throw .preferences(.noSuchKey(name, known: PreferenceKey.allCases.map(\.rawValue)))
    }
    return key
}
