import Foundation

/// A directory of its own for a test. All of them are removed when the process ends.
public struct TemporaryDirectory: Sendable {
    public let path: String

    private static let parent: String = {
        atexit { TemporaryDirectory.removeAll() }
        return NSTemporaryDirectory() + "storage-tests-\(ProcessInfo.processInfo.processIdentifier)"
    }()

    private static func removeAll() {
        try? FileManager.default.removeItem(atPath: parent)
    }

    public init() throws {
        path = Self.parent + "/" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    public func file(_ name: String) -> TestFile {
        TestFile(path: path + "/" + name)
    }

    /// The names in it, in order, hidden ones too.
    public func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }
}
