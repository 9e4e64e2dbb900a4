/// The user's preferences. The rules only read them; the application changes them.
public protocol PreferencesRepository: Sendable {
    /// A preference that was never set, or whose stored value is invalid, has its default. Throws `LibraryError.store`.
    func preferences() async throws(LibraryError) -> Preferences

    /// The present preferences first, then each later value in order, as in `Repository.observe`.
    func observe() -> Updates<Preferences>
}
