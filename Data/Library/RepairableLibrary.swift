public import Domain

/// A library whose store can be damaged in part, and knows how to keep what is intact.
public protocol RepairableLibrary: Library {
    /// Sets what is damaged aside and keeps all that is intact. Returns nil where nothing is damaged; then nothing is
    /// changed.
    func repair() async throws(LibraryError) -> RepairReport?

    /// Whether `repair` is the answer to an error, which need not have come from this library.
    func canRepair(_ error: LibraryError) -> Bool
}
