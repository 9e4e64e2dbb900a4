/// The journal file: takes in what is new in it, and appends units of work. `JournalFormat` describes it.
///
/// - A change is on the device when it is acknowledged, and costs the same however large the file is.
/// - A missing file has no records. A damaged one is an error that names the line, and is never written to.
/// - Reading needs no lock. Only a holder of the lock calls what writes.
struct Journal: RecordFile {
    /// Where the file is, links followed, as of the last `refresh`.
    private(set) var path: String
    private let link: String
    let format: String
    let files: any FileOperations
    private let smallestToCompact: Int
    private let notice: @Sendable (StorageNotice) -> Void
    var state = State()
    /// After a failed sync nobody knows what the device holds, so the next change goes to a new file.
    private var mustRewrite = false
    /// The number of the unfinished line that was last told of.
    private var toldLine: Int?

    struct State: Sendable {
        /// The file the contents were read from, held open so that no other file can have its identity. All is nil
        /// while there is no file.
        var file: OpenFile?
        var identity: FileIdentity?
        var contents: JournalContents?
        /// How large the file was: more than its contents where the last line was never finished.
        var size = 0
        /// Whether the file has its name for good. Its writer may have been killed before that.
        var isNameDurable = false
        /// Another one whenever the file is read from its beginning.
        let origin = UInt64.random(in: 0 ... .max)
    }

    /// How many bytes make a file worth compacting where nothing else is said.
    static let smallestToCompact = 1 << 16

    /// The journal in the file at `path`, whose first line names `format`. A symbolic link is followed. A file smaller
    /// than `smallestToCompact` bytes is never compacted.
    init(
        path: String, format: String, files: any FileOperations, smallestToCompact: Int = Self.smallestToCompact,
        notice: @escaping @Sendable (StorageNotice) -> Void = { _ in }
    ) {
        self.path = path
        self.link = path
        self.format = format
        self.files = files
        self.smallestToCompact = smallestToCompact
        self.notice = notice
    }

    /// What is new is told by the identity and the size of the file, and by the checksum and sequence of the last line
    /// that was read: never by the clock. That line is another when the file was overwritten in place, or when a writer
    /// whose sync failed cut it off and others wrote on from there.
    @discardableResult
    mutating func refresh() throws(StorageError) -> Bool {
        path = try reading { () throws(FileError) in try files.resolvingLinks(link) }
        guard let status = try statusOfFile() else {
            if state.file == nil { return false }
            state = State()
            return true
        }
        let isSameFile = try isSameFile(status)
        if isSameFile, status.size == state.size, status.size == state.contents?.bytes.count { return false }
        let isNew: Bool
        do throws(StorageError) {
            isNew = try takeIn(status, isSameFile: isSameFile)
        } catch {
            guard case .damaged = error else { throw error }
            // It may have been read while a writer put a new line in place of an unfinished one.
            state = try load()
            isNew = true
        }
        tellOfUnfinishedLine()
        return isNew
    }

    private mutating func takeIn(_ status: FileStatus, isSameFile: Bool) throws(StorageError) -> Bool {
        // Taken out, so that the contents can grow without being copied, and are gone if this fails.
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

    /// Tells of a last line that was never finished, once; not while a writer may be about to finish it.
    private mutating func tellOfUnfinishedLine() {
        guard let line = unfinishedLine, line != toldLine else { return }
        let size = state.size
        let isStillThere = FileLock.whileFree(path, files: files) { (try? files.status(at: path))?.size == size }
        guard isStillThere == true else { return }
        toldLine = line
        notice(.unfinishedLine(location: path, line: line))
    }

    /// The number of the last line, if it was never finished.
    private var unfinishedLine: Int? {
        guard let contents = state.contents, state.size > contents.bytes.count else { return nil }
        return contents.lastLineNumber + 1
    }

    /// When this returns, the changes are durable; when it throws, they have not happened, unless the error says that
    /// this is not known.
    mutating func keep(_ changes: [RecordChange], holding lock: FileLock) throws(StorageError) {
        let line = JournalContents.line((state.contents?.sequence ?? 0) + 1, changes)
        let index = line.withUnsafeBufferPointer { JournalIndex(of: $0, $0.indices) }
        let ids = index.kinds.flatMap(\.rows).map(\.id)
        guard index.end == line.count, index.damage == nil, ids.sorted() == changes.map(\.id).sorted() else {
            let reason = "a record is not a JSON object in one line that begins with “id”"
            throw .failed(operation: "write", location: path, reason: reason)
        }
        try setUnfinishedLineAside()
        guard !mustRewrite, state.contents != nil, let file = lock.file else { return try rewrite(with: changes) }
        try makeNameDurable()
        try append(line, to: file)
        // The change is kept already. What can't be compacted now can be later.
        if isWorthCompacting { try? compact() }
    }

    /// Makes a durable copy of a last line that was never finished.
    private func setUnfinishedLineAside() throws(StorageError) {
        guard let line = unfinishedLine, let file = state.file, let whole = state.contents?.bytes.count else { return }
        let rest = try reading { () throws(FileError) in
            try file.read(from: whole, expecting: state.size - whole)
        }
        let copy = try setAside(rest, as: "unfinished")
        notice(.unfinishedLineSetAside(location: path, line: line, copy: copy))
    }

    /// Makes a durable copy of bytes of the file, beside it, and returns its path.
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
            throw StorageError(error.cause, doing: "set a part of the file aside", location: copy)
        }
        return copy
    }

    /// Makes `line` the last line of the file.
    private mutating func append(_ line: [UInt8], to file: OpenFile) throws(StorageError) {
        // Taken out, so that the contents can grow without being copied, and are read anew if this fails.
        var old = State()
        swap(&old, &state)
        let whole = old.contents?.bytes.count ?? 0
        let lacksLineFeed = old.contents?.lacksLineFeed == true
        let bytes = lacksLineFeed ? [ChecksummedLine.lineFeed] + line : line
        do throws(FileError) {
            // What follows the last line was never acknowledged. It goes for good before the new line comes, lest a power
            // cut leave some of each.
            if old.size > whole { try cut(file, to: whole) }
            try file.write(bytes, at: whole)
            try file.synchronize()
        } catch {
            // A part of a line counts for nobody; but all of it does, also without the line feed.
            let mayCount =
                error.call == .synchronize || (try? file.status().size) ?? .max >= whole + bytes.count - 1
            let isCutOff = (try? cut(file, to: whole)) != nil
            mustRewrite = error.call == .synchronize || !isCutOff
            if mayCount, !isCutOff { throw .unknownOutcome(location: path, reason: error.reason) }
            throw StorageError(error, doing: "write", location: path)
        }
        // The line feed of the line before is not among what was read, so all is read anew.
        if lacksLineFeed { return }
        try interpreting { () throws(JournalReadError) in try old.contents?.append(line) }
        old.size = old.contents?.bytes.count ?? 0
        state = old
    }

    /// Makes the file shorter, durably.
    private func cut(_ file: OpenFile, to length: Int) throws(FileError) {
        try file.truncate(to: length)
        try file.synchronize()
    }

    /// Makes sure that the file has its name for good.
    mutating func makeNameDurable() throws(StorageError) {
        guard state.file != nil, !state.isNameDurable else { return }
        do throws(FileError) {
            try files.synchronizeDirectory(directory(of: path))
        } catch {
            throw StorageError(error, doing: "write", location: path)
        }
        state.isNameDurable = true
    }

    /// Whether more of the file is dead than alive.
    private var isWorthCompacting: Bool {
        guard let contents = state.contents else { return false }
        let size = contents.bytes.count
        return size > smallestToCompact && size > 2 * contents.liveSize
    }

    /// Writes the journal anew, without what is dead in it. When it throws, the records are as they were.
    mutating func compact() throws(StorageError) {
        try rewrite(with: [])
    }

    /// Puts a new file in place, with what the old one holds and these changes.
    private mutating func rewrite(with changes: [RecordChange]) throws(StorageError) {
        var contents = state.contents ?? JournalContents(header: JournalHeader(format: format), bytes: [])
        try replace(with: contents.compacted(with: changes))
    }

    /// Puts a new file in place that holds these bytes. When this returns, it is durable; when it throws, the old one
    /// is there, unless the error says that this is not known. It is read by the next `refresh`.
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

    /// The whole file as it is.
    func readAll() throws(StorageError) -> [UInt8] {
        try reading { () throws(FileError) in try Self.open(path, files).bytes }
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

    /// Whether this is the status of the file that was read last, in which all that was read still stands.
    private func isSameFile(_ status: FileStatus) throws(StorageError) -> Bool {
        guard let file = state.file, let contents = state.contents, status.identity == state.identity,
            status.size >= contents.bytes.count,
            // A line that was read without its line feed is read again as soon as something follows.
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
            if error.code == FileError.missing { return nil }
            throw StorageError(error, doing: "read the file", location: path)
        }
        switch status.kind {
        case .file: return status
        case .directory: throw .notAStore(location: path, reason: "it is a directory")
        case .other: throw .notAStore(location: path, reason: "it is no regular file")
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
            case .newerVersion(let found):
                throw .newerVersion(location: path, found: found, known: JournalFormat.version)
            case .otherFormat(let found):
                throw .notAStore(location: path, reason: "it is a “\(found)”, not a “\(format)”")
            }
        }
    }
}
