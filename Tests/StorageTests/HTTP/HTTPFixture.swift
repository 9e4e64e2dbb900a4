#if Remote
@testable import Storage
import Foundation
import StorageTestSupport
import Testing

extension LoopbackServer {
    /// A request for what lies at that path.
    func get(_ path: String = "/", _ change: (inout HTTPRequest) -> Void = { _ in }) throws -> HTTPRequest {
        var request = HTTPRequest(.get, try #require(URL(string: address + path)))
        change(&request)
        return request
    }
}

extension URLSessionClient {
    /// Why there is no whole answer; nil where there is one.
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
    /// The case, where the rest is up to the system.
    var kind: String {
        "\(self)".prefix { $0 != "(" }.description
    }
}
#endif
