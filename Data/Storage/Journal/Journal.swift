/// The journal file: reads new lines, and appends units of work. `JournalFormat` describes the format.
///
/// - A change is on the device when it is acknowledged. Appending it costs the same in a file of any size; now and then
///   a change also compacts the file.
/// - A missing file is an empty store. A damaged file is an error that names the line; it is never written to.
/// - Reading needs no lock. The methods that write require one.
struct Journal: FileContents {
    /// The file's path as of the last `refresh`, symbolic links resolved.
    private(set) var path: String
    private let link: String
    let format: String
    let files: any FileOperations
    private let notice: @Sendable (StorageNotice) -> Void
    var state = State()
    /// Whether there was no file at the last `refresh`.
    private(set) var isMissing = false
    /// Set when the file may hold what it should not, after a failed sync or cut: the next change goes to a new file.
    private var mustRewrite = false
    /// The number of the unfinished line that was last reported.
    private var reportedLine: Int?

    struct State: Sendable {
        /// The file that was read, held open so that no other file can have its identity. The first three properties
        /// are nil if the file doesn't exist, or must be read again from its beginning.
        var file: OpenFile?
        var identity: FileIdentity?
        var contents: JournalContents?
        /// The file's size; larger than its contents if the last line was never finished.
        var size = 0
        /// Whether the file's directory entry is durable. A writer may be killed before that.
        var isNameDurable = false
        /// A new value whenever the file is read from its beginning.
        let origin = UInt64.random(in: 0 ... .max)
    }

    /// A file of up to so many bytes is compacted only after a failed write, and by `repair`.
    private static let smallestToCompact = 1 << 16

    /// A journal in the file at `path`, which may be a symbolic link. Its first line names `format`.
    init(
        path: String, format: String, files: any FileOperations,
        notice: @escaping @Sendable (StorageNotice) -> Void = { _ in }
    ) {
        self.path = path
        self.link = path
        self.format = format
        self.files = files
        self.notice = notice
    }

    /// Detects changes by the file's identity and size and by the checksum and sequence of the last line read, never by
    /// the clock. The last line differs if the file was overwritten in place, or if a writer whose sync failed cut a
    /// line off and others wrote on.
    @discardableResult
    mutating func refresh() throws(StorageError) -> Bool {
        path = try reading { () throws(FileError) in try files.resolvingLinks(link) }
        guard let status = try statusOfFile() else {
            if isMissing { return false }
            state = State()
            isMissing = true
            return true
        }
        isMissing = false
        let isSameFile = try isSameFile(status)
        if isSameFile, status.size == state.size, status.size == state.contents?.bytes.count { return false }
        let isNew: Bool
        do throws(StorageError) {
            isNew = try readChanges(status, isSameFile: isSameFile)
        } catch {
            guard case .damaged = error else { throw error }
            // It may have been read while a writer replaced an unfinished line.
            state = try load()
            isNew = true
        }
        reportUnfinishedLine()
        return isNew
    }

    private mutating func readChanges(_ status: FileStatus, isSameFile: Bool) throws(StorageError) -> Bool {
        // Moved out, so that the contents can grow without being copied, and are discarded if this fails.
        var old = State()
        swap(&old, &state)
        guard isSameFile, let file = old.file, let whole = old.contents?.bytes.count else {
            state = try load()
            return true
        }
        let sequence = old.contents?.sequence
        let tail = try reading { () throws(FileError) in try file.read(from: whole, expecting: status.size - whole) }
        try interpreting { () throws(JournalReadError) in try old.contents?.append(tail) }
        old.size = whole + tail.count
        state = old
        return state.contents?.sequence != sequence
    }

    /// Reports an unfinished last line once, and not while a writer may be about to finish it.
    private mutating func reportUnfinishedLine() {
        guard let line = unfinishedLine, line != reportedLine else { return }
        let size = state.size
        let isStillThere = FileLock.whileFree(path, files: files) { (try? files.status(at: path))?.size == size }
        guard isStillThere == true else { return }
        reportedLine = line
        notice(.unfinishedLine(location: path, line: line))
    }

    /// The number of the last line if it is unfinished.
    private var unfinishedLine: Int? {
        guard let contents = state.contents, state.size > contents.bytes.count else { return nil }
        return contents.lastLineNumber + 1
    }

    /// When this returns, the changes are durable. If it throws, none was stored, unless the error says that the
    /// outcome is unknown.
    mutating func commit(_ changes: [RecordChange], holding lock: FileLock) throws(StorageError) {
        let line = JournalContents.line((state.contents?.sequence ?? 0) + 1, changes)
        let index = line.withUnsafeBufferPointer { JournalIndex(of: $0, $0.indices) }
        let ids = index.kinds.flatMap(\.rows).map(\.id)
        guard index.end == line.count, index.damage == nil, ids.sorted() == changes.map(\.id).sorted() else {
            let reason = "a record is not a JSON object in one line with its “id” as the first member"
            throw .failed(operation: "write", location: path, reason: reason)
        }
        try setUnfinishedLineAside()
        guard !mustRewrite, state.contents != nil, let file = lock.file else { return try rewrite(with: changes) }
        try makeNameDurable()
        try append(line, to: file)
        // The change is stored already. If compaction fails, a later one will do.
        if isWorthCompacting { try? compact() }
    }

    /// Makes a durable copy of an unfinished last line.
    private func setUnfinishedLineAside() throws(StorageError) {
        guard let line = unfinishedLine, let file = state.file, let whole = state.contents?.bytes.count else { return }
        let rest = try reading { () throws(FileError) in
            try file.read(from: whole, expecting: state.size - whole)
        }
        let copy = try setAside(rest, as: "unfinished")
        notice(.unfinishedLineSetAside(location: path, line: line, copy: copy))
    }

    /// Writes `bytes` durably to a new file beside the journal, and returns its path.
    func setAside(_ bytes: [UInt8], as suffix: String) throws(StorageError) -> String {
        let names = try reading { () throws(FileError) in
            try retrying { () throws(FileError) in try files.list(directory(of: path)) }
        }
        let taken = Set(names)
        var number = 1
        while taken.contains("\(name(of: path)).\(suffix)-\(number)") { number += 1 }
        let copy = "\(path).\(suffix)-\(number)"
        do throws(ReplacementError) {
            try files.replace(copy, with: bytes)
        } catch {
            throw StorageError(error.cause, doing: "make the copy", location: copy)
        }
        return copy
    }

    /// Makes `line` the last line of the file.
    private mutating func append(_ line: [UInt8], to file: OpenFile) throws(StorageError) {
        // Moved out, so that the contents can grow without being copied, and are read again if this fails.
        var old = State()
        swap(&old, &state)
        let whole = old.contents?.bytes.count ?? 0
        let lacksLineFeed = old.contents?.lacksLineFeed == true
        let bytes = lacksLineFeed ? [ChecksummedLine.lineFeed] + line : line
        do throws(FileError) {
            // What follows the last line was never acknowledged. Remove it durably before writing the new line, so that
            // a power cut can't leave a mixture of both.
            if old.size > whole { try cut(file, to: whole) }
            try file.write(bytes, at: whole)
            try file.synchronize()
        } catch {
            // Readers ignore a partial line, but accept a whole one, even without its line feed.
            let mayCount =
                error.call == .synchronize || (try? file.status().size) ?? .max >= whole + bytes.count - 1
            let isCutOff = (try? cut(file, to: whole)) != nil
            mustRewrite = error.call == .synchronize || !isCutOff
            if mayCount, !isCutOff { throw .unknownOutcome(location: path, reason: error.reason) }
            throw StorageError(error, doing: "write", location: path)
        }
        // The line feed added to the previous line is not in `old`, so the next `refresh` reads the file again.
        if lacksLineFeed { return }
        try interpreting { () throws(JournalReadError) in try old.contents?.append(line) }
        old.size = old.contents?.bytes.count ?? 0
        state = old
    }

    /// Truncates the file durably.
    private func cut(_ file: OpenFile, to length: Int) throws(FileError) {
        try file.truncate(to: length)
        try file.synchronize()
    }

    /// Makes the file's directory entry durable.
    mutating func makeNameDurable() throws(StorageError) {
        guard state.file != nil, !state.isNameDurable else { return }
        do throws(FileError) {
            try files.synchronizeDirectory(directory(of: path))
        } catch {
            throw StorageError(error, doing: "write", location: path)
        }
        state.isNameDurable = true
    }

    /// Whether the file is large and less than half of it is live records.
    private var isWorthCompacting: Bool {
        guard let contents = state.contents else { return false }
        let size = contents.bytes.count
        return size > Self.smallestToCompact && size > 2 * contents.liveSize
    }

    /// Rewrites the journal with the current records only. If it throws, the records are unchanged.
    mutating func compact() throws(StorageError) {
        try rewrite(with: [])
    }

    /// Replaces the file by one with the current records and these changes.
    private mutating func rewrite(with changes: [RecordChange]) throws(StorageError) {
        var contents = state.contents ?? JournalContents(header: JournalHeader(format: format), bytes: [])
        try replace(with: contents.compacted(with: changes))
    }

    /// Replaces the file by one with these bytes, which the next `refresh` reads. When this returns, it is durable. If
    /// it throws, the old file is there, unless the error says that the outcome is unknown.
    mutating func replace(with bytes: [UInt8]) throws(StorageError) {
        state = State()
        do throws(ReplacementError) {
            try files.replace(path, with: bytes)
        } catch {
            if error.mayHaveHappened { throw .unknownOutcome(location: path, reason: error.cause.reason) }
            throw StorageError(error.cause, doing: "write", location: path)
        }
        mustRewrite = false
    }

    /// The bytes of the whole file, or of another one.
    func readAll(of other: String? = nil) throws(StorageError) -> [UInt8] {
        try reading { () throws(FileError) in try Self.open(other ?? path, files).bytes }
    }

    private func load() throws(StorageError) -> State {
        let (file, identity, bytes) = try reading { () throws(FileError) in try Self.open(path, files) }
        let contents = try interpreting { () throws(JournalReadError) in try JournalContents(bytes, format: format) }
        return State(file: file, identity: identity, contents: contents, size: bytes.count)
    }

    private static func open(
        _ path: String, _ files: any FileOperations
    ) throws(FileError) -> (file: OpenFile, identity: FileIdentity, bytes: [UInt8]) {
        let file = try OpenFile(path, .read, files: files)
        let status = try file.status()
        return (file, status.identity, try file.read(from: 0, expecting: status.size))
    }

    /// Whether this is the status of the file read last, and everything read from it is still valid.
    private func isSameFile(_ status: FileStatus) throws(StorageError) -> Bool {
        guard let file = state.file, let contents = state.contents, status.identity == state.identity,
            status.size >= contents.bytes.count,
            // A last line without its line feed is read again as soon as something follows.
            status.size == contents.bytes.count || !contents.lacksLineFeed
        else { return false }
        return try reading { () throws(FileError) in
            try file.has(contents.startOfLastLine, at: contents.startOfLastLine.startIndex)
        }
    }

    private func statusOfFile() throws(StorageError) -> FileStatus? {
        let status: FileStatus
        do throws(FileError) {
            status = try retrying { () throws(FileError) in try files.status(at: path) }
        } catch {
            if error.code == FileError.missing {
                try files.requireReachable(path, from: link)
                return nil
            }
            throw StorageError(error, doing: "read the file", location: path)
        }
        switch status.kind {
        case .file: return status
        case .directory: throw .notAStore(location: path, reason: "it is a directory")
        case .other: throw .notAStore(location: path, reason: "it is not a regular file")
        }
    }

    private func reading<Value>(_ read: () throws(FileError) -> Value) throws(StorageError) -> Value {
        do throws(FileError) {
            return try read()
        } catch {
            throw StorageError(error, doing: "read the file", location: path)
        }
    }

    func interpreting<Value>(_ read: () throws(JournalReadError) -> Value) throws(StorageError) -> Value {
        do throws(JournalReadError) {
            return try read()
        } catch {
            switch error {
            case .damaged(let line, let reason): throw .damaged(location: path, line: line, reason: reason)
            case .newerVersion(let found, let needs):
                throw .newerVersion(location: path, found: found, known: JournalFormat.version, needs: needs)
            case .otherFormat(let found):
                throw .notAStore(location: path, reason: "it is a “\(found)”, not a “\(format)”")
            }
        }
    }
}
