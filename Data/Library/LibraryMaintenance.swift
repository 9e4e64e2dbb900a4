public import Domain
public import Storage

/// What a person does with a library as a whole, such as copying, restoring or repairing it.
public protocol LibraryMaintenance: Sendable {
    /// A backup of everything in the library at one moment, also of records and members that this version doesn't know.
    func backup() async throws(LibraryError) -> LibraryBackup

    /// Saves all records of the backup, with their identifiers. Each unit of work first checks that the library holds
    /// nothing but records of the backup, so a restore that was interrupted can be repeated.
    ///
    /// A large backup takes several units of work. If one fails, those before it are kept.
    func restore(_ backup: LibraryBackup) async throws(RestoreError)

    /// The library, whose changes `undo` will call by this name: all its units of work together, or each alone.
    func recording(_ command: String, hasSeveralUnits: Bool) -> any Library

    /// The last command that changed the library, with what undoing it does; nil if there is none that can be undone.
    /// Throws `LibraryError.undo` if an entity has changed since, or if a rule forbids the result.
    func lastCommand() async throws(LibraryError) -> LastCommand?

    /// Takes back the last command, or brings it back. Does exactly what `last` says, or throws, as `lastCommand` does,
    /// and `UndoError.superseded` if another command came since.
    ///
    /// A command of several units takes several. If one fails, those before it are kept, and undoing the last command
    /// again carries on. `progress` is called with the number of units that are left.
    func undo(_ last: LastCommand, progress: (Int) async -> Void) async throws(LibraryError)

    /// Whether the store can be repaired.
    var isRepairable: Bool { get }

    /// Copies a damaged file aside and keeps what is intact: see `RepairableRecordStore`. Calls `saving` before
    /// anything is replaced, so that what can still be read in lost lines can be saved; if it throws, the
    /// library is unchanged.
    ///
    /// Returns nil, and changes nothing, if nothing is damaged or the store can't be repaired.
    func repair(
        acceptingEdits: Bool, saving: @Sendable (RepairReport) throws(LibraryError) -> Void
    ) async throws(LibraryError) -> RepairReport?

    /// The entities that break a rule, ordered by type, as in the schema, and by identifier. Each is named once.
    func brokenRules() async throws(LibraryError) -> [BrokenRule]

    /// The remedy for an error, which may come from another library; nil if there is none.
    func remedy(for error: LibraryError) -> RepairRemedy?

    /// What this machine saw last of a library on others; nil for a library on this machine, or if it saw none.
    func lastSeen() async -> LibrarySnapshot?

    /// The library, whose first `observe` begins with what was last seen.
    func showingLastSeen() -> any Library
}

extension StoredLibrary: LibraryMaintenance {}
