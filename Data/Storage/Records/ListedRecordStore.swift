/// A record store in the list of engines, `StorageEngine`. It states what it promises beyond `RecordStore`, and the
/// contract suite tests what it states.
public protocol ListedRecordStore: RecordStore {
    /// Whether all stores opened at one location, in any process, have the same records, and the records outlive the
    /// process.
    static var isShared: Bool { get }
    /// Whether units of work run beside other writers, and run again if another writer was faster. Otherwise writers
    /// wait for each other.
    static var isOptimistic: Bool { get }
    /// The extension of the one file that has all records, if there is one. Its name without the extension is that of
    /// the location.
    ///
    /// Only a missing file is an empty store. Any other file that isn't a store is an error, and never overwritten. A
    /// file that another program replaces is noticed by the next read, by observers, and by the next unit of work.
    static var fileExtension: String? { get }
    /// The version of its format; nil if it has none.
    static var formatVersion: Int? { get }
    /// Whether `news(of:since:)` returns only the changes since a version that the same instance returned before.
    static var knowsChanges: Bool { get }

    /// Opens the store at a location. Nothing is read or written until it is used.
    init(_ location: StorageLocation)
}
