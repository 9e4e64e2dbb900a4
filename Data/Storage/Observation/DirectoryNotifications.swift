import Dispatch

/// What the system tells of changes in directories, for as long as this lives.
///
/// Only that something happened is of interest, so an overflow of the system's queue, whose details are lost, is a
/// change like any other.
final class DirectoryNotifications {
    /// Changes that nobody has waited for yet are one.
    let changes: AsyncStream<Void>

    private let files = POSIXFiles()
    private let descriptor: Int32
    private let source: any DispatchSourceRead

    /// Throws where the system has no notifications, or none left.
    init() throws(FileError) {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let descriptor = try files.openNotifications()
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
        source.setEventHandler { [files] in
            files.discardNotifications(of: descriptor)
            continuation.yield()
        }
        // Only now is the descriptor no longer in use.
        source.setCancelHandler { [files] in files.close(descriptor) }
        source.activate()
        self.changes = changes
        self.descriptor = descriptor
        self.source = source
    }

    deinit {
        source.cancel()
    }

    /// Watches the directory that is there now, from now on; also once it has been moved. Asking again does no harm.
    func watch(_ directory: String) throws(FileError) {
        try files.watch(directory, through: descriptor)
    }
}
