import Foundation
import Synchronization

/// An HTTP server on this machine, on its own port. A test's closure handles each request with the raw connection. Each
/// connection has its own thread, so the closure may block.
///
/// The server closes when it is released. Open connections stay open until their closures return.
public final class LoopbackServer: Sendable {
    public let port: UInt16
    private let listener: ListeningSocket
    private let log: RequestLog

    public init(_ answer: @escaping @Sendable (LoopbackExchange) -> Void) throws {
        let listener = try ListeningSocket()
        let log = RequestLog()
        (self.listener, self.log, port) = (listener, log, listener.port)
        Thread.detachNewThread {
            while let connection = listener.accept() {
                Thread.detachNewThread { Self.serve(connection, log, answer) }
            }
        }
    }

    deinit { listener.close() }

    /// All requests so far, in order.
    public var requests: [LoopbackRequest] { log.requests }

    public var address: String { "http://127.0.0.1:\(port)" }

    /// Accepts no further connections.
    public func close() { listener.close() }

    /// A port without a server.
    public static func deadPort() throws -> UInt16 {
        let socket = try ListeningSocket()
        defer { socket.close() }
        return socket.port
    }

    private static func serve(
        _ connection: LoopbackConnection, _ log: RequestLog, _ answer: (LoopbackExchange) -> Void
    ) {
        while let request = connection.nextRequest() {
            let exchange = LoopbackExchange(request: request, connection: connection)
            // A client may send this to any server first.
            if request.method == "OPTIONS" {
                exchange.answer(204)
                continue
            }
            log.append(request)
            answer(exchange)
            guard exchange.isComplete else { return }
        }
    }
}

/// A client's request.
public struct LoopbackRequest: Hashable, Sendable {
    public let method: String
    /// Path and query.
    public let target: String
    /// By lower-case name.
    public let headers: [String: String]
    public let body: [UInt8]
    /// The number of the server's connection, from 1.
    public let connection: Int
}

/// A request, with methods to answer it. When the closure that got it returns, the connection stays open only if there
/// was a complete answer.
public final class LoopbackExchange {
    public let request: LoopbackRequest
    fileprivate private(set) var isComplete = false
    private let connection: LoopbackConnection

    fileprivate init(request: LoopbackRequest, connection: LoopbackConnection) {
        (self.request, self.connection) = (request, connection)
    }

    /// Sends a complete answer.
    public func answer(_ status: Int = 200, _ headers: [String: String] = [:], _ body: String = "") {
        answer(status, headers, Array(body.utf8))
    }

    public func answer(_ status: Int = 200, _ headers: [String: String] = [:], _ body: [UInt8]) {
        send(head(status, headers.merging(["Content-Length": "\(body.count)"]) { $1 }))
        send(body)
        isComplete = true
    }

    /// Sends a head; the body then continues until the connection is closed.
    public func begin(_ status: Int = 200, _ headers: [String: String] = [:]) {
        send(head(status, headers))
    }

    /// Sends these bytes. Returns false once the client is gone.
    @discardableResult
    public func send(_ bytes: [UInt8]) -> Bool { connection.send(bytes) }

    @discardableResult
    public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Waits until the client hangs up, at most for this time. Returns whether it did.
    @discardableResult
    public func waitForHangUp(milliseconds: Int32 = -1) -> Bool { connection.waitForHangUp(milliseconds) }

    /// Sends white space until the client hangs up, with pauses so that other work proceeds.
    public func sendEndlessly() {
        let piece = [UInt8](repeating: 0x20, count: 65_536)
        while send(piece), !waitForHangUp(milliseconds: 1) {}
    }

    /// Resets the connection, as a crashing machine does.
    public func reset() { connection.reset() }

    private func head(_ status: Int, _ headers: [String: String]) -> String {
        "HTTP/1.1 \(status) Answer\r\n" + headers.map { "\($0): \($1)\r\n" }.sorted().joined() + "\r\n"
    }
}

private final class RequestLog: Sendable {
    private let log = Mutex<[LoopbackRequest]>([])

    var requests: [LoopbackRequest] { log.withLock { $0 } }

    func append(_ request: LoopbackRequest) { log.withLock { $0.append(request) } }
}
