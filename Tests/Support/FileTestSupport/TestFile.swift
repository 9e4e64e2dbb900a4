import Foundation

/// A file accessed through Foundation, not through the code under test.
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

    /// The lines with their line feeds; the last may have none.
    public func lines() throws -> [[UInt8]] {
        try bytes().lines
    }

    /// Overwrites the file in place, also through a link.
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

    /// Distinguishes a file from an earlier one with the same name.
    public var inode: Int {
        get throws {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            return (attributes[.systemFileNumber] as? NSNumber)?.intValue ?? -1
        }
    }

    public func makeLink(to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    }

    /// The target of the link; nil if this is not a link.
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

    /// Atomically replaces this file by another.
    public func replace(with bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
}

extension [UInt8] {
    /// The lines with their line feeds; the last may have none.
    public var lines: [[UInt8]] {
        var lines: [[UInt8]] = []
        for part in split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            lines.append(part + [UInt8(ascii: "\n")])
        }
        // There is no line after the last line feed, and a missing line feed isn't added.
        lines[lines.endIndex - 1].removeLast()
        if lines.last == [] { lines.removeLast() }
        return lines
    }
}
