import StorageTestSupport
import Synchronization
import TestTraits
import Testing

@testable import Storage

/// Only part of a server's message reaches the user's terminal.
@Suite("Messages of etcd", .fewAtATime, .endsIfItHangs)
struct EtcdMessageTests {
    /// Any server may be at the address, and it may repeat the request.
    @Test(arguments: [400, 401, 403, 500, 503], ["application/json", "text/plain"])
    func aServerThatRepeatsTheRequestRevealsNoPassword(status: Int, mediaType: String) async throws {
        let clock = TestClock()
        let server = try LoopbackServer { exchange in
            // No time is left to ask again.
            clock.advance(by: .seconds(86_400))
            exchange.answer(
                status, ["Content-Type": mediaType], echo(String(decoding: exchange.request.body, as: UTF8.self)))
        }
        let error = await failure(of: server, EtcdCredentials(user: "ana", password: #"open "sesame""#), clock)
        #expect(error != nil)
        #expect(!String(reflecting: error).contains("sesame"), "\(String(reflecting: error))")
    }

    @Test func aServerThatRepeatsTheHeadersRevealsNoToken() async throws {
        let server = try LoopbackServer { exchange in
            if exchange.request.target.hasSuffix("authenticate") {
                exchange.answer(200, ["Content-Type": "application/json"], #"{"token":"T0KEN"}"#)
            } else {
                let token = exchange.request.headers["authorization"] ?? ""
                exchange.answer(400, ["Content-Type": "application/json"], echo("token \(token)"))
            }
        }
        let error = await failure(of: server, EtcdCredentials(user: "ana", password: "sesame"))
        #expect(error?.reason == "token …")
    }

    /// A new token is requested only once; otherwise a server that accepts none would be asked for ever.
    @Test func aServerThatAcceptsNoTokenIsAskedTwice() async throws {
        let requests = Mutex(0)
        let server = try LoopbackServer { exchange in
            let count = requests.withLock { count in
                count += 1
                return count
            }
            if exchange.request.target.hasSuffix("authenticate") {
                exchange.answer(200, ["Content-Type": "application/json"], #"{"token":"T0KEN"}"#)
            } else {
                let refusal = #"{"code":16,"message":"invalid auth token"}"#
                exchange.answer(401, ["Content-Type": "application/json"], count < 10 ? refusal : echo("enough"))
            }
        }
        let error = await failure(of: server, EtcdCredentials(user: "ana", password: "sesame"))
        #expect(error?.reason == "invalid auth token")
        #expect(requests.withLock { $0 } == 4)
    }

    @Test func signingInTakesItsTimeFromThatOfTheRequest() async throws {
        let limits = Mutex<[String?]>([])
        let clock = TestClock()
        let server = try LoopbackServer { exchange in
            limits.withLock { $0.append(exchange.request.headers["grpc-timeout"]) }
            guard exchange.request.target.hasSuffix("authenticate") else { return exchange.answer(400, [:], "") }
            clock.advance(by: .seconds(1))
            exchange.answer(200, ["Content-Type": "application/json"], #"{"token":"T0KEN"}"#)
        }
        _ = await failure(of: server, EtcdCredentials(user: "ana", password: "sesame"), clock)
        // Nine tenths of the time that is left.
        #expect(limits.withLock { $0 } == ["77760000m", "77759100m"])
    }

    @Test func aLongMessageIsShortened() async throws {
        let server = try LoopbackServer { exchange in
            exchange.answer(
                400, ["Content-Type": "application/json"], echo("too " + String(repeating: "long ", count: 10_000)))
        }
        let reason = try #require(await failure(of: server)?.reason)
        #expect(reason.hasPrefix("too long long"))
        #expect(reason.hasSuffix("…"))
        #expect(reason.count <= 201)
    }

    @Test func controlCharactersAreReplaced() async throws {
        let server = try LoopbackServer { exchange in
            exchange.answer(
                400, ["Content-Type": "application/json"],
                echo("a\u{1B}[31mb\u{7}c\r\nd\u{202E}e\u{9B}f\u{2028}g"))
        }
        #expect(await failure(of: server)?.reason == "a [31mb c  d e f g")
    }

    private func failure(
        of server: LoopbackServer, _ credentials: EtcdCredentials? = nil, _ clock: TestClock = TestClock()
    ) async -> StorageError? {
        guard let address = EtcdAddress("etcd://127.0.0.1:\(server.port)") else { return nil }
        let store = EtcdRecordStore(
            EtcdLocation(address, credentials: credentials, patience: clock.patience()), application: "sample")
        do throws(StorageError) {
            _ = try await store.find("1")
            return nil
        } catch {
            return error
        }
    }
}

/// A refusal of the gateway with this message.
private func echo(_ message: String) -> String {
    var writer = JSONWriter()
    writer.object { writer in
        writer.member("code", 3)
        writer.member("message", message)
    }
    return String(decoding: writer.bytes, as: UTF8.self)
}

extension StorageError {
    fileprivate var reason: String? {
        if case .failed(_, _, let reason) = self { reason } else { nil }
    }
}
