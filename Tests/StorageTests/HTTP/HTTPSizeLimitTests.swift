#if Remote
@testable import Storage
import Foundation
import StorageTestSupport
import TestTraits
import Testing

@Suite("HTTP client, limit of size", .fewAtATime, .endsIfItHangs)
struct HTTPSizeLimitTests {
    private let client = URLSessionClient()

    @Test(arguments: [true, false])
    func noMoreThanTheLimit(isAnnounced: Bool) async throws {
        let server = try LoopbackServer { exchange in
            exchange.begin(200, isAnnounced ? ["Content-Length": "1001"] : [:])
            exchange.send([UInt8](repeating: 7, count: 1001))
        }
        #expect(await client.reason(for: try server.get { $0.sizeLimit = 1000 }) == .tooLarge(limit: 1000))
        #expect(try await client.response(to: server.get { $0.sizeLimit = 1001 }).body.count == 1001)
        #expect(try await client.response(to: server.get { $0.sizeLimit = nil }).body.count == 1001)
    }

    @Test func anEndlessAnswerIsCutOff() async throws {
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        let server = try LoopbackServer { exchange in
            exchange.begin()
            exchange.sendEndlessly()
            end.yield()
        }
        #expect(await client.reason(for: try server.get()) == .tooLarge(limit: 1 << 20))
        for await _ in ended { break }
    }

    /// Zero bytes, 16,384 of them in 51 bytes of gzip.
    @Test func theLimitCountsAfterDecompression() async throws {
        let encoded =
            "H4sIAAAAAAACA+3BMQEAAADCoPVPbQwfoAAAAAAAAAAAAAAAAAAAAIC3AYbSVKsAQAAA"
        let decoded = Data(base64Encoded: encoded)
        let bomb = try #require(decoded)
        let server = try LoopbackServer { $0.answer(200, ["Content-Encoding": "gzip"], Array(bomb)) }
        let size = 16_384
        #expect(try await client.response(to: server.get { $0.sizeLimit = size }).body.count == size)
        #expect(await client.reason(for: try server.get { $0.sizeLimit = size - 1 }) == .tooLarge(limit: size - 1))
    }
}
#endif
