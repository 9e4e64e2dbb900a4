import Foundation
import Testing

/// A file as a test looks at it: by Foundation's means, not by those that are tested.
struct TestFile: Sendable {
    let path: String

    func bytes() throws -> [UInt8] {
        Array(try Foundation.Data(contentsOf: URL(fileURLWithPath: path)))
    }

    func text() throws -> String {
        String(decoding: try bytes(), as: UTF8.self)
    }

    /// The lines, each with its line feed; the last one may have none.
    func lines() throws -> [[UInt8]] {
        try bytes().lines
    }

    /// Writes into the file itself, whatever it is a link to.
    func write(_ bytes: some Sequence<UInt8>) throws {
        try Foundation.Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    func write(_ text: String) throws {
        try write(text.utf8)
    }

    var exists: Bool {
        FileManager.default.fileExists(atPath: path)
    }

    var mode: Int {
        get throws {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
        }
    }

    func setMode(_ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    /// Tells a file from the one that was there before it under the same name.
    var inode: Int {
        get throws {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            return (attributes[.systemFileNumber] as? NSNumber)?.intValue ?? -1
        }
    }

    func makeLink(to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    }

    /// Where the link leads; nil where this is none.
    var linkTarget: String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    }

    func makeDirectory() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    func move(to path: String) throws {
        try FileManager.default.moveItem(atPath: self.path, toPath: path)
    }
}

extension [UInt8] {
    /// Each with its line feed; the last one may have none.
    var lines: [[UInt8]] {
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

extension TestFile {
    /// Writes at the end of the file.
    func append(_ bytes: some Sequence<UInt8>) throws {
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Foundation.Data(bytes))
        try handle.close()
    }

    func truncate(to length: Int) throws {
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.truncate(atOffset: UInt64(length))
        try handle.close()
    }

    /// Puts another file in place of this one.
    func replace(with bytes: [UInt8]) throws {
        try Foundation.Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
}
