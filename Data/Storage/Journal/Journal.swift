import Domain

/// The journal file: reads what is new in it, and appends units of work.
///
/// Reading needs no lock. Whoever appends holds the lock, and has called `refresh` since it got it.
struct Journal: Sendable {
    /// Where the file is, links followed, as of the last `refresh`.
    private(set) var path: String
    private let link: String
    let files: any FileOperations
    private let smallestToCompact: Int
    private var state = State()
    /// After a failed sync nobody knows what the device holds, so the next change goes to a new file.
    private var mustRewrite = false

    private struct State: Sendable {
        /// The file the contents were read from, held open so that no other file can have its identity. All is nil
        /// while there is no file.
        var file: OpenFile?
        var identity: FileIdentity?
        var contents: JournalContents?
        /// How large the file was: more than its whole lines where the last one was never finished.
        var size = 0
        /// Whether the file has its name for good. Whoever put it in place may have been killed before that.
        var isNameDurable = false
    }

    init(
        path: String, files: any FileOperations, smallestToCompact: Int = JSONFileLibrary.smallestToCompact
    ) {
        self.path = path
        self.link = path
        self.files = files
        self.smallestToCompact = smallestToCompact
    }

    /// Takes in what has changed since the last call, and tells whether anything has. When it throws, the next call
    /// reads everything anew.
    ///
    /// What is new is told by the identity and the size of the file, and by the checksum and sequence of the last line
    /// that was read: never by the clock. That line is another when the file was overwritten in place, or when a writer
    /// whose sync failed cut it off and others wrote on from there.
    @discardableResult
    mutating func refresh() throws(StoreError) -> Bool {
        path = try reading { () throws(FileError) in try files.resolvingLinks(link) }
        guard let status = try statusOfFile() else {
            let wasThere = state.file != nil
            state = State()
            return wasThere
        }
        let whole = state.contents?.bytes.count ?? 0
        let isSameFile = try isSameFile(status)
        if isSameFile, status.size == whole, status.size == state.size { return false }

        // Taken out, so that the contents can grow without being copied, and are gone if this fails.
        var old = State()
        swap(&old, &state)
        if isSameFile, let file = old.file {
            let size = status.size
            let tail = try reading { () throws(FileError) in try file.read(from: whole, expecting: size - whole) }
            try interpreting { () throws(JournalReadError) in try old.contents?.append(tail) }
            old.size = whole + tail.count
            state = old
        } else {
            state = try load()
        }
        return true
    }

    /// Everything, as of the last `refresh`; of the books at least those that `filter` lets through.
    mutating func snapshot(through filter: RecordTextFilter? = nil) throws(StoreError) -> LibrarySnapshot {
        try read { contents, bytes throws(JournalDamage) in
            try contents.snapshot(in: bytes, through: filter)
        } ?? LibrarySnapshot()
    }

    /// Reads entities, as of the last `refresh`; nil where there is no file.
    mutating func read<Value>(
        _ read: (inout JournalContents, [UInt8]) throws(JournalDamage) -> Value
    ) throws(StoreError) -> Value? {
        try interpreting { () throws(JournalReadError) in try state.contents?.read(read) }
    }

    /// Appends a unit of work. When this returns, it is durable; when it throws, it has not happened, unless the error
    /// says that this is not known.
    mutating func append(_ changes: LibraryChanges) throws(StoreError) {
        guard !mustRewrite, let line = state.contents?.line(for: changes) else { return try rewrite(with: changes) }
        try makeNameDurable()
        // Taken out, so that the contents can grow without being copied, and are read anew if this fails.
        var old = State()
        swap(&old, &state)
        try write(line, after: old)
        try interpreting { () throws(JournalReadError) in try old.contents?.append(line) }
        old.size = old.contents?.bytes.count ?? 0
        state = old
    }

    /// Makes `line` the last line of the file.
    private mutating func write(_ line: [UInt8], after old: borrowing State) throws(StoreError) {
        let whole = old.contents?.bytes.count ?? 0
        // Opened only now for writing, so that a library that can only be read can be read.
        let file = try writing { () throws(FileError) in try OpenFile(path, .readAndWrite, files: files) }
        do throws(FileError) {
            // What follows the last whole line was never acknowledged. It goes for good before the new line comes, lest
            // a power cut leave some of each.
            if old.size > whole { try cut(file, to: whole) }
            try file.write(line, at: whole)
            try file.synchronize()
        } catch {
            mustRewrite = error.call == .synchronize
            // A line that is not whole counts for nobody. A whole one that can't be cut off for good does.
            let isCutOff = (try? cut(file, to: whole)) != nil
            if mustRewrite, !isCutOff { throw .unknownOutcome(place: path, reason: error.reason) }
            throw StoreError(error, doing: "write the library", place: path)
        }
    }

    /// Makes sure that the file has its name for good.
    mutating func makeNameDurable() throws(StoreError) {
        guard state.file != nil, !state.isNameDurable else { return }
        try writing { () throws(FileError) in try files.synchronizeDirectory(directory(of: path)) }
        state.isNameDurable = true
    }

    /// Makes the file shorter, durably.
    private func cut(_ file: OpenFile, to length: Int) throws(FileError) {
        try file.truncate(to: length)
        try file.synchronize()
    }

    /// Whether more of the file is dead than alive.
    var isWorthCompacting: Bool {
        guard let contents = state.contents else { return false }
        let size = contents.bytes.count
        return size > smallestToCompact && size > 2 * contents.liveSize
    }

    /// Writes the journal anew, without what is dead in it. When it throws, the library is as it was.
    mutating func compact() throws(StoreError) {
        try rewrite(with: LibraryChanges())
    }

    /// Puts a new file in place, with what the library holds and these changes.
    private mutating func rewrite(with changes: LibraryChanges) throws(StoreError) {
        try replace(with: JournalContents.compacted(state.contents, with: changes))
    }

    /// Puts a new file in place that holds these bytes. When this returns, it is durable; when it throws, the old one
    /// is there, unless the error says that this is not known. It is read by the next `refresh`.
    mutating func replace(with bytes: [UInt8]) throws(StoreError) {
        state = State()
        do throws(ReplacementError) {
            try files.replace(path, with: bytes)
        } catch {
            if error.mayHaveHappened { throw .unknownOutcome(place: path, reason: error.cause.reason) }
            throw StoreError(error.cause, doing: "write the library", place: path)
        }
        mustRewrite = false
    }

    /// The whole file as it is.
    func readAll() throws(StoreError) -> [UInt8] {
        try reading { () throws(FileError) in try Self.open(path, files).bytes }
    }

    private func load() throws(StoreError) -> State {
        let (file, identity, bytes) = try reading { () throws(FileError) in try Self.open(path, files) }
        let contents = try interpreting { () throws(JournalReadError) in try JournalContents(bytes) }
        return State(file: file, identity: identity, contents: contents, size: bytes.count)
    }

    private static func open(
        _ path: String, _ files: any FileOperations
    ) throws(FileError) -> (file: OpenFile, identity: FileIdentity, bytes: [UInt8]) {
        let file = try OpenFile(path, .read, files: files)
        let status = try file.status()
        return (file, status.identity, try file.read(from: 0, expecting: status.size))
    }

    /// Whether this is the status of the file that was read last, in which all that was read still stands.
    private func isSameFile(_ status: FileStatus) throws(StoreError) -> Bool {
        guard let file = state.file, let contents = state.contents, status.identity == state.identity,
            status.size >= contents.bytes.count
        else { return false }
        return try reading { () throws(FileError) in
            try file.has(contents.startOfLastLine, at: contents.startOfLastLine.startIndex)
        }
    }

    private func statusOfFile() throws(StoreError) -> FileStatus? {
        let status: FileStatus
        do throws(FileError) {
            status = try retrying { () throws(FileError) in try files.status(at: path) }
        } catch {
            if error.code == FileError.missing { return nil }
            throw StoreError(error, doing: "read the library", place: path)
        }
        switch status.kind {
        case .file: return status
        case .directory: throw .notAStore(place: path, reason: "it is a directory")
        case .other: throw .notAStore(place: path, reason: "it is no regular file")
        }
    }

    func reading<Value>(_ read: () throws(FileError) -> Value) throws(StoreError) -> Value {
        do throws(FileError) {
            return try read()
        } catch {
            throw StoreError(error, doing: "read the library", place: path)
        }
    }

    private func writing<Value>(_ write: () throws(FileError) -> Value) throws(StoreError) -> Value {
        do throws(FileError) {
            return try write()
        } catch {
            throw StoreError(error, doing: "write the library", place: path)
        }
    }

    func interpreting<Value>(_ read: () throws(JournalReadError) -> Value) throws(StoreError) -> Value {
        do throws(JournalReadError) {
            return try read()
        } catch {
            switch error {
            case .damaged(let line, let reason): throw .damaged(place: path, line: line, reason: reason)
            case .newerVersion(let found):
                throw .newerVersion(place: path, found: found, known: JournalFormat.version)
            }
        }
    }
}
