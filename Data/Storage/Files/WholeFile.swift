/// Reads and writes whole files, pipes and devices that users name.
public enum WholeFile {
    /// All bytes of a file or a pipe; nil if there are more than `limit`, as in a device without end.
    public static func read(from path: String, limit: Int) throws(FileError) -> [UInt8]? {
        let stream = try ByteStream(readingFrom: path)
        defer { stream.close() }
        return try read(from: stream, limit: limit)
    }

    /// All bytes to the end of the stream; nil if there are more than `limit`.
    public static func read(from stream: ByteStream, limit: Int) throws(FileError) -> [UInt8]? {
        var bytes: [UInt8] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = try stream.read(into: buffer)
            if count == 0 { return bytes }
            if count > limit - bytes.count { return nil }
            bytes.append(contentsOf: buffer.prefix(count))
        }
    }

    /// Atomically replaces the file at `path`: readers see the old contents or the new, and if this throws, the old
    /// contents remain, except if making the new ones durable fails. Of two concurrent writers one may fail. A new file
    /// has mode 0600. Pipes and devices are simply written to.
    public static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
        let files = POSIXFiles()
        // If the status can't be read, the replacement reports what is wrong, if anything.
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
        try bytes.withUnsafeBufferPointer { buffer throws(FileError) in
            try stream.write(UnsafeRawBufferPointer(buffer))
        }
    }
}
