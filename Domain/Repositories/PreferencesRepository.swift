/// Where the reader's choices are kept.
public protocol PreferencesRepository: Sendable {
    /// The choices; what was never chosen, or can no longer be understood, has its usual value.
    func preferences() async throws(LibraryError) -> Preferences

    /// The keys of the choices that were made, as opposed to those that have their usual value.
    func chosen() async throws(LibraryError) -> Set<PreferenceKey>

    /// Keeps the value that `preferences` has for each of `keys`; other choices stay as they are, also when another
    /// process changes them at the same time.
    func choose(_ keys: Set<PreferenceKey>, from preferences: Preferences) async throws(LibraryError)

    /// Forgets these choices, so that the usual values count again.
    func forget(_ keys: Set<PreferenceKey>) async throws(LibraryError)

    /// What `preferences` gives: the present value first, then each later one in order, as `Repository.observe` does.
    func observe() -> Updates<Preferences>
}

/// The name of each choice, as people write it and as it is stored.
public enum PreferenceKey: String, CaseIterable, Hashable, Sendable {
    case sort
    case loanDays = "loan-days"
    case color
    case store
    case catalog
}
