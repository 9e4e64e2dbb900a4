/// Files that people name on the command line, read and written as a whole.
public enum WholeFile {
    /// All bytes of a file or a pipe.
    public static func read(from path: String) throws(FileError) -> [UInt8] {
        let stream = try ByteStream(readingFrom: path)
        defer { stream.close() }
        return try read(from: stream)
    }

    /// All bytes to the end of the stream.
    public static func read(from stream: ByteStream) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = try stream.read(into: buffer)
            if count == 0 { return bytes }
            bytes.append(contentsOf: buffer.prefix(count))
        }
    }

    /// Puts the bytes in place of what is at `path`. Whoever reads a file there sees the old contents or the new, and
    /// when it throws, the old ones; of two writers at the same time one may fail. A new file is for its owner alone.
    /// To a pipe or a device the bytes are simply written.
    public static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
        let files = POSIXFiles()
        // Where there is nothing yet, the replacement says what is wrong, if anything is.
        let kind = (try? files.status(at: path))?.kind
        if kind != .other {
            let target = try files.resolvingLinks(path)
            do throws(ReplacementError) {
                return try files.replace(target, with: bytes)
            } catch {
                throw error.cause
            }
        }
        let stream = try ByteStream(writingTo: path)
        defer { stream.close() }
        var failure: FileError?
        bytes.withUnsafeBytes { buffer in
            do throws(FileError) {
                try stream.write(buffer)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }
}
