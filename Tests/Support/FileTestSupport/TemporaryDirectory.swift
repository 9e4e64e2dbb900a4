import Foundation

/// A new directory for a test. All are removed when the process ends.
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

    /// All names in it, sorted, including hidden ones.
    public func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }
}
