import Foundation
import Synchronization

/// A socket that accepts connections from this machine.
final class ListeningSocket: Sendable {
    let port: UInt16
    private let descriptor: Mutex<Int32>
    private let accepted = Mutex(0)

    struct Failure: Error {
        let number = errno
    }

    init() throws {
        let descriptor = socket(AF_INET, streamSocket, 0)
        guard descriptor >= 0 else { throw Failure() }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, size) == 0 && listen(descriptor, 64) == 0
                    && getsockname(descriptor, address, &size) == 0
            }
        }
        guard isBound else { throw Failure() }
        port = UInt16(bigEndian: address.sin_port)
        self.descriptor = Mutex(descriptor)
    }

    /// The next connection; nil once the socket is closed.
    func accept() -> LoopbackConnection? {
        while true {
            let listening = descriptor.withLock { $0 }
            var ready = pollfd(fd: listening, events: Int16(POLLIN), revents: 0)
            // With a timeout, because nothing wakes a poll whose socket is closed meanwhile.
            guard listening >= 0, poll(&ready, 1, 50) >= 0 else { return nil }
            let connection = descriptor.withLock { descriptor in
                descriptor >= 0 && ready.revents != 0 ? systemAccept(descriptor, nil, nil) : -1
            }
            guard connection >= 0 else { continue }
            let number = accepted.withLock { count in
                count += 1
                return count
            }
            return LoopbackConnection(descriptor: connection, number: number)
        }
    }

    func close() {
        descriptor.withLock { descriptor in
            guard descriptor >= 0 else { return }
            // Otherwise the socket keeps listening until the poll of another thread returns.
            _ = shutdown(descriptor, Int32(SHUT_RDWR))
            _ = systemClose(descriptor)
            descriptor = -1
        }
    }
}

/// One connection, used by one thread.
final class LoopbackConnection: Sendable {
    private let descriptor: Int32
    private let number: Int
    /// Bytes read that belong to the next request.
    private let rest = Mutex<[UInt8]>([])

    init(descriptor: Int32, number: Int) {
        (self.descriptor, self.number) = (descriptor, number)
        // Writing to a closed connection is an error, not a signal.
        _ = signal(SIGPIPE, SIG_IGN)
        var now: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &now, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { _ = systemClose(descriptor) }

    /// The next request; nil once the client has hung up.
    func nextRequest() -> LoopbackRequest? {
        var bytes = rest.withLock { $0 }
        let end = Array("\r\n\r\n".utf8)
        var head = bytes.firstRange(of: end)
        while head == nil {
            guard let more = read() else { return nil }
            bytes += more
            head = bytes.firstRange(of: end)
        }
        guard let head else { return nil }
        let lines = String(decoding: bytes[..<head.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let fields = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            return (parts[0].lowercased(), parts.count > 1 ? parts[1] : "")
        }
        let headers = Dictionary(fields) { first, _ in first }
        let bodyEnd = head.upperBound + (headers["content-length"].flatMap { Int($0) } ?? 0)
        while bytes.count < bodyEnd {
            guard let more = read() else { return nil }
            bytes += more
        }
        rest.withLock { $0 = Array(bytes[bodyEnd...]) }
        let words = lines[0].split(separator: " ").map(String.init)
        // A server accepts a whole address instead of a path (RFC 9112, 3.2.2).
        let target =
            words[1].hasPrefix("http://") ? "/" + words[1].dropFirst(7).drop { $0 != "/" }.dropFirst() : words[1]
        return LoopbackRequest(
            method: words[0], target: target, headers: headers, body: Array(bytes[head.upperBound..<bodyEnd]),
            connection: number)
    }

    func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// A negative number means no limit.
    func waitForHangUp(_ milliseconds: Int32) -> Bool {
        while true {
            var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, milliseconds) > 0 else { return false }
            guard read() != nil else { return true }
        }
    }

    func reset() {
        // With a linger time of zero, closing discards undelivered bytes and resets the connection.
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
    }

    private func read() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = systemRead(descriptor, &buffer, buffer.count)
        return count > 0 ? Array(buffer[..<count]) : nil
    }
}

// The methods of the types above hide the original names.
private let systemAccept = accept
private let systemClose = close
private let systemRead = read

#if canImport(Glibc)
private let streamSocket = Int32(SOCK_STREAM.rawValue)
#else
private let streamSocket = SOCK_STREAM
#endif
