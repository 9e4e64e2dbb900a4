import Foundation

/// A file as a test looks at it: through Foundation, not through the code under test.
public struct TestFile: Sendable {
    public let path: String

    public init(path: String) {
        self.path = path
    }

    public func bytes() throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    public func text() throws -> String {
        String(decoding: try bytes(), as: UTF8.self)
    }

    /// The lines, each with its line feed; the last one may have none.
    public func lines() throws -> [[UInt8]] {
        try bytes().lines
    }

    /// Writes into the file itself, also through a link.
    public func write(_ bytes: some Sequence<UInt8>) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    public func write(_ text: String) throws {
        try write(text.utf8)
    }

    public var exists: Bool {
        FileManager.default.fileExists(atPath: path)
    }

    public var mode: Int {
        get throws {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
        }
    }

    public func setMode(_ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    /// Tells a file from the one that was there before it under the same name.
    public var inode: Int {
        get throws {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            return (attributes[.systemFileNumber] as? NSNumber)?.intValue ?? -1
        }
    }

    public func makeLink(to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    }

    /// The target of the link; nil where this is none.
    public var linkTarget: String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    }

    public func makeDirectory() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    public func move(to path: String) throws {
        try FileManager.default.moveItem(atPath: self.path, toPath: path)
    }

    public func remove() throws {
        try FileManager.default.removeItem(atPath: path)
    }

    /// Writes at the end of the file.
    public func append(_ bytes: some Sequence<UInt8>) throws {
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(bytes))
        try handle.close()
    }

    public func truncate(to length: Int) throws {
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.truncate(atOffset: UInt64(length))
        try handle.close()
    }

    /// Puts another file in place of this one.
    public func replace(with bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
}

extension [UInt8] {
    /// Each with its line feed; the last one may have none.
    public var lines: [[UInt8]] {
        var lines: [[UInt8]] = []
        for part in split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            lines.append(part + [UInt8(ascii: "\n")])
        }
        // After the last line feed there is no line; where there was none, none is added.
        lines[lines.endIndex - 1].removeLast()
        if lines.last == [] { lines.removeLast() }
        return lines
    }
}
