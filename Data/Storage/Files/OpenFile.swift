/// An open file, closed when its last reference is gone. Interrupted calls are repeated, and short reads and writes
/// continued.
final class OpenFile: Sendable {
    private let files: any FileOperations
    private let descriptor: Int32

    init(_ path: String, _ access: FileAccess, files: any FileOperations) throws(FileError) {
        self.files = files
        self.descriptor = try retrying { () throws(FileError) in try files.open(path, access) }
    }

    deinit {
        files.close(descriptor)
    }

    func status() throws(FileError) -> FileStatus {
        try retrying { () throws(FileError) in try files.status(descriptor) }
    }

    /// All bytes from `offset` to the end of the file. `count` is the expected number, which makes it fast; any number
    /// may come.
    func read(from offset: Int, expecting count: Int) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var capacity = count + 1
        while true {
            let start = offset + bytes.count
            var failure: FileError?
            let part = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, filled in
                do throws(FileError) {
                    filled = try readPart(into: UnsafeMutableRawBufferPointer(buffer), at: start)
                } catch {
                    failure = error
                }
            }
            if let failure { throw failure }
            // Usually everything comes at once, and nothing is copied.
            if bytes.isEmpty { bytes = part } else { bytes += part }
            if part.count < capacity { return bytes }
            capacity = 1 << 16
        }
    }

    /// Whether the file has these bytes at `offset`.
    func has(_ bytes: ArraySlice<UInt8>, at offset: Int) throws(FileError) -> Bool {
        var failure: FileError?
        let found = [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, filled in
            do throws(FileError) {
                filled = try readPart(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return found.elementsEqual(bytes)
    }

    /// Fills the buffer, or reads to the end of the file. Returns the number of bytes read.
    private func readPart(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileError) -> Int {
        var filled = 0
        while filled < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            let count = try retrying { () throws(FileError) in
                try files.read(descriptor, into: rest, at: offset + filled)
            }
            if count == 0 { break }
            filled += count
        }
        return filled
    }

    /// Writes all bytes. When it throws, some of them may have been written.
    func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
        try bytes.withUnsafeBufferPointer { buffer throws(FileError) in
            var written = 0
            while written < buffer.count {
                let rest = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: buffer[written...]))
                written += try retrying { () throws(FileError) in
                    try files.write(descriptor, rest, at: offset + written)
                }
            }
        }
    }

    func truncate(to length: Int) throws(FileError) {
        try retrying { () throws(FileError) in try files.truncate(descriptor, to: length) }
    }

    /// If this fails, it is unknown what the device holds, and the file must not be written to again. An interrupted
    /// call is repeated and doesn't count as a failure.
    func synchronize() throws(FileError) {
        try retrying { () throws(FileError) in try files.synchronize(descriptor) }
    }

    func setMode(_ mode: UInt32) throws(FileError) {
        try retrying { () throws(FileError) in try files.setMode(descriptor, mode) }
    }

    func tryLock() throws(FileError) -> Bool {
        try retrying { () throws(FileError) in try files.tryLock(descriptor) }
    }
}

/// Repeats a call while signals interrupt it.
func retrying<Value>(_ call: () throws(FileError) -> Value) throws(FileError) -> Value {
    while true {
        do throws(FileError) {
            return try call()
        } catch {
            guard error.code == FileError.interrupted else { throw error }
        }
    }
}
