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
    private let checkStore: @Sendable (String) throws(PreferencesError) -> Void

    /// `checkStore` throws `PreferencesError.badValue` where a text names no store that could be opened.
    public init(
        preferences: any PreferencesRepository,
        checkStore: @escaping @Sendable (String) throws(PreferencesError) -> Void
    ) {
        self.preferences = preferences
        self.checkStore = checkStore
    }

    public struct Row: Hashable, Identifiable, Sendable {
        public let key: PreferenceKey
        /// Nil where the store is the usual one.
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

    /// The value that is shown for the choice of that name; nil where there is none, and where `error` says why.
    public func value(of name: String) -> String? {
        do {
            error = nil
            let key = try key(named: name)
            return rows.first { $0.key == key }?.value
        } catch {
            self.error = error
            return nil
        }
    }

    /// Makes a choice. False where `error` says why not.
    public func set(_ name: String, to text: String) async -> Bool {
        await change(name) { [preferences, checkStore] key throws(LibraryError) in
            var choice = Preferences()
            do throws(PreferencesError) {
                try choice.take(text, for: key, checkStore: checkStore)
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
