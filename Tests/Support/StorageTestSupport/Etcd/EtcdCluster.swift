import Foundation
import Synchronization

/// A real etcd cluster on this machine. It ends with the process that started it, for whatever reason.
public actor EtcdCluster {
    /// Host and port of each node, the first node first.
    public nonisolated let endpoints: [String]
    private let commands: FileHandle
    private let answers: AsyncStream<String>

    /// Why no cluster can be started here; nil if one can.
    public static let obstacle: String? = ["etcd", "etcdctl"].lazy.filter { !isInstalled($0) }.first.map {
        "skipped: `\($0)` is not installed (Debian: etcd-server, etcd-client)"
    }

    /// A cluster of one node, shared by tests that use different prefixes.
    public static func shared() async throws -> EtcdCluster {
        try await sharedCluster.value
    }

    private static let sharedCluster = Task { try await EtcdCluster(nodes: 1) }

    /// Starts the nodes, and returns when all are ready.
    public init(nodes: Int) async throws {
        let process = Process()
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../etcd-cluster.sh")
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

    /// Kills a node; its files stay. Nodes count from 1.
    public func kill(_ node: Int) async throws { try await send("kill \(node)") }

    /// Starts a node that was killed.
    public func start(_ node: Int) async throws { try await send("start \(node)") }

    /// Stops a node as if it were cut off, although its ports are open.
    public func freeze(_ node: Int) async throws { try await send("freeze \(node)") }

    /// Lets a frozen node continue.
    public func thaw(_ node: Int) async throws { try await send("thaw \(node)") }

    /// The number of the leader, if there is one.
    public func leader() async throws -> Int? { Int(try await send("leader")) }

    /// Turns on authentication: then only the user "root" with the password "secret" has access.
    public func secure() async throws { try await attempt("secure") }

    /// In a secure cluster, adds a user with access only to the keys that begin with `prefix`.
    public func addUser(_ name: String, password: String, prefix: String) async throws {
        try await attempt("user \(name) \(password) \(prefix)")
    }

    /// Sets a user's password. Tokens expire even if it is the same.
    public func setPassword(of user: String, to password: String) async throws {
        try await attempt("password \(user) \(password)")
    }

    private func attempt(_ command: String) async throws {
        let answer = try await send(command)
        guard answer == "done" else { throw EtcdClusterError(answer: answer) }
    }

    @discardableResult
    private func send(_ command: String) async throws -> String {
        try commands.write(contentsOf: Data("\(command)\n".utf8))
        // The actor's commands run one at a time, so this is the answer to the command.
        guard let answer = await answers.first(where: { _ in true }) else { throw EtcdClusterError(answer: "nothing") }
        return answer
    }

    private static func isInstalled(_ program: String) -> Bool {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
    }
}

/// An unexpected answer of the cluster.
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
