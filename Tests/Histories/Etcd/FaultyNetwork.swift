import FileTestSupport
import Storage

/// A network between a client and a cluster that loses or delays the request that a fault names.
struct FaultyNetwork: HTTPClient {
    private let network = networkClient()
    let injector: FaultInjector

    func begin(_ request: HTTPRequest) async throws(HTTPError) -> HTTPAnswer {
        let lost = HTTPError(request, .brokenOff("lost"))
        switch injector.loss() {
        case nil: return try await network.begin(request)
        case .unreachable: throw HTTPError(request, .unreachable("no route"))
        case .requestLost: throw lost
        case .answerLost:
            _ = try await network.response(to: request)
            throw lost
        case .late:
            // The request arrives after its sender gave it up.
            Task {
                await pause(.milliseconds(30))
                _ = try? await network.response(to: request)
            }
            throw lost
        case .slow:
            await pause(.milliseconds(60))
            return try await network.begin(request)
        case .brokenOff:
            let answer = try await network.begin(request)
            let (body, continuation) = AsyncStream.makeStream(of: Result<[UInt8], HTTPError>.self)
            continuation.yield(.failure(lost))
            continuation.finish()
            return HTTPAnswer(head: answer.head, body: body)
        }
    }

    /// The network takes that long; a cancelled task waits no longer.
    private func pause(_ duration: Duration) async { try? await Task.sleep(for: duration) }
}
