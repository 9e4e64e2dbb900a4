#if Remote
@testable import Storage
import Foundation
import StorageTestSupport
import Testing

extension LoopbackServer {
    /// A request for this path, without a time limit that a test could notice.
    func get(_ path: String = "/", _ change: (inout HTTPRequest) -> Void = { _ in }) throws -> HTTPRequest {
        var request = HTTPRequest(.get, try #require(URL(string: address + path)), timeLimit: .seconds(86_400))
        change(&request)
        return request
    }
}

extension URLSessionClient {
    /// Why there is no complete answer; nil if there is one.
    func reason(for request: HTTPRequest) async -> HTTPError.Reason? {
        do {
            _ = try await response(to: request)
            return nil
        } catch {
            return error.reason
        }
    }
}

extension HTTPError.Reason {
    /// The name of the case; its text depends on the system.
    var kind: String {
        "\(self)".prefix { $0 != "(" }.description
    }
}
#endif
