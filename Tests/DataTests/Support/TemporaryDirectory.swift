import Foundation

/// A directory of its own for a test. All of them are removed when the process ends.
struct TemporaryDirectory: Sendable {
    let path: String

    private static let parent: String = {
        atexit { TemporaryDirectory.removeAll() }
        return NSTemporaryDirectory() + "bookshelf-tests-\(ProcessInfo.processInfo.processIdentifier)"
    }()

    private static func removeAll() {
        try? FileManager.default.removeItem(atPath: parent)
    }

    init() throws {
        path = Self.parent + "/" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    func file(_ name: String) -> TestFile {
        TestFile(path: path + "/" + name)
    }

    /// The names in it, in order, hidden ones too.
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }
}
