import Foundation
import Synchronization

/// A real etcd cluster on this machine. It ends with the process that started it, however that ends.
public actor EtcdCluster {
    /// Host and port of each node, the first node first.
    public nonisolated let endpoints: [String]
    private let commands: FileHandle
    private let answers: AsyncStream<String>

    /// The reason why no cluster can be started here, if there is one.
    public static let obstacle: String? = ["etcd", "etcdctl"].lazy.filter { !isInstalled($0) }.first.map {
        "skipped: `\($0)` is not installed (Debian: etcd-server, etcd-client)"
    }

    /// A cluster of one node, shared by tests that each use a prefix of their own.
    public static func shared() async throws -> EtcdCluster {
        try await sharedCluster.value
    }

    private static let sharedCluster = Task { try await EtcdCluster(nodes: 1) }

    /// Starts that many nodes, and returns when all are ready.
    public init(nodes: Int) async throws {
        let process = Process()
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../etcd-cluster.sh")
        process.executableURL = script
        process.arguments = ["\(nodes)"]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        let rest = Rest()
        output.fileHandleForReading.readabilityHandler = { handle in
            let bytes = handle.waitingBytes()
            for line in rest.lines(adding: bytes) { continuation.yield(line) }
            if bytes.isEmpty {
                handle.readabilityHandler = nil
                continuation.finish()
            }
        }
        try process.run()
        commands = input.fileHandleForWriting
        answers = lines
        let answer = await lines.first { _ in true } ?? "nothing"
        let words = answer.split(separator: " ").map(String.init)
        guard words.first == "ready" else { throw EtcdClusterError(answer: answer) }
        endpoints = Array(words.dropFirst())
    }

    /// Ends a node at once; its files stay. Nodes count from 1.
    public func kill(_ node: Int) async throws { try await tell("kill \(node)") }

    /// Starts a node that was killed.
    public func start(_ node: Int) async throws { try await tell("start \(node)") }

    /// Stops a node as if it were cut off, while its ports seem open.
    public func freeze(_ node: Int) async throws { try await tell("freeze \(node)") }

    /// Lets a frozen node continue.
    public func thaw(_ node: Int) async throws { try await tell("thaw \(node)") }

    /// The node that leads, if one does.
    public func leader() async throws -> Int? { Int(try await tell("leader")) }

    /// From now on only the user "root" with the password "secret" may do anything.
    public func secure() async throws { try await attempt("secure") }

    /// In a secure cluster, adds a user who may read and write the keys that begin with `prefix`, and nothing else.
    public func addUser(_ name: String, password: String, prefix: String) async throws {
        try await attempt("user \(name) \(password) \(prefix)")
    }

    /// Gives a user a password. Tokens expire even if it is the same.
    public func setPassword(of user: String, to password: String) async throws {
        try await attempt("password \(user) \(password)")
    }

    private func attempt(_ command: String) async throws {
        let answer = try await tell(command)
        guard answer == "done" else { throw EtcdClusterError(answer: answer) }
    }

    @discardableResult
    private func tell(_ command: String) async throws -> String {
        try commands.write(contentsOf: Data("\(command)\n".utf8))
        // The users of a cluster take turns, so this is the answer to that command.
        guard let answer = await answers.first(where: { _ in true }) else { throw EtcdClusterError(answer: "nothing") }
        return answer
    }

    private static func isInstalled(_ program: String) -> Bool {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
    }
}

/// An answer of the cluster that was not expected.
public struct EtcdClusterError: Error {
    public let answer: String
}

/// Collects bytes into lines.
private final class Rest: Sendable {
    private let bytes = Mutex<[UInt8]>([])

    func lines(adding more: [UInt8]) -> [String] {
        bytes.withLock { bytes in
            var lines = (bytes + more).split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
            bytes = lines.removeLast()
            return lines.map { String(decoding: $0, as: UTF8.self) }
        }
    }
}
