import Dispatch

/// The system's notifications of changes in directories, for the lifetime of this object.
///
/// It reports only that something changed, so an overflow of the system's queue, which loses the details, counts as a
/// change.
final class DirectoryNotifications {
    /// An element after changes. Changes that come before the previous element is consumed are merged.
    let changes: AsyncStream<Void>

    private let files = POSIXFiles()
    private let descriptor: Int32
    private let source: any DispatchSourceRead

    /// Throws if the system has no notifications, or none left for this process.
    init() throws(FileError) {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let descriptor = try files.openNotifications()
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
        source.setEventHandler { [files] in
            files.discardNotifications(of: descriptor)
            continuation.yield()
        }
        // The source uses the descriptor until it calls this handler.
        source.setCancelHandler { [files] in files.close(descriptor) }
        source.activate()
        self.changes = changes
        self.descriptor = descriptor
        self.source = source
    }

    deinit {
        source.cancel()
    }

    /// Watches the directory that is at the path now, even if it is moved later. Repeating the call does no harm.
    func watch(_ directory: String) throws(FileError) {
        try files.watch(directory, through: descriptor)
    }
}
