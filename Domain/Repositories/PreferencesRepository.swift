/// Where the reader's preferences are kept. The rules only read them; the application offers ways to change them.
public protocol PreferencesRepository: Sendable {
    /// The preferences. One that was never chosen, or whose stored value can't be understood, has its default.
    /// Throws `LibraryError.store`.
    func preferences() async throws(LibraryError) -> Preferences

    /// What `preferences` gives: the present value first, then each later one in order, as `Repository.observe` does.
    func observe() -> Updates<Preferences>
}
