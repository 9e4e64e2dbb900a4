import Synchronization

extension EtcdGateway {
    /// Hands over whatever changes in `range` from `revision` on, in order, until the connection ends, or its server
    /// does not answer any more or has lost the others. Then it returns, or throws why; what `receive` returns false
    /// for is the last it is given. Whoever watches on begins with the revision after the last that was received.
    func watch(
        _ range: EtcdRange, from revision: Int64, receive: @Sendable @escaping (EtcdNews) -> Bool
    ) async throws(EtcdError) {
        let endpoint = state.withLock { $0.endpoint }
        do throws(EtcdError) {
            let token = try await token(from: endpoint, limit: patience.answer)
            var request = request(
                to: endpoint, "/v3/watch", etcdWatchRequest(range, from: revision), token: token,
                limit: patience.answer)
            request.isStream = true
            request.isSafePost = true
            request.sizeLimit = nil
            request.headers["Grpc-Timeout"] = nil
            // The server ends the watch when it loses the leader, instead of being silent.
            request.headers["Grpc-Metadata-hasleader"] = "true"
            let client = self.client
            let prepared = request
            let results = await withTaskGroup(of: Result<Void, EtcdError>.self) { group in
                group.addTask { await Self.listen(client, prepared, receive) }
                group.addTask { await self.feelPulse(of: endpoint) }
                let first = await group.next() ?? .success(())
                group.cancelAll()
                return first
            }
            try results.get()
        } catch {
            let error = if case .unknownOutcome(let reason) = error { EtcdError.unreachable(reason) } else { error }
            moveOn(from: endpoint, error)
            // It may not count any more, or not with every server.
            state.withLock { $0.token = nil }
            throw error
        }
    }

    /// More than a unit of work can change, in base 64, many times over.
    private static var longestLine: Int { 1 << 26 }

    private static func listen(
        _ client: any HTTPClient, _ request: HTTPRequest, _ receive: (EtcdNews) -> Bool
    ) async -> Result<Void, EtcdError> {
        do throws(HTTPError) {
            let answer = try await client.begin(request)
            guard answer.head.status == 200 else {
                var body: [UInt8] = []
                for await piece in answer.body { body += try piece.get() }
                // Of a watch it is one of its messages.
                let news = try? JSONScanner.scan(body) { scanner throws(JSONError) in try EtcdNews(from: &scanner) }
                let response = HTTPResponse(head: answer.head, body: body)
                return .failure(EtcdError(news?.failure ?? EtcdRefusal(response)))
            }
            var line: [UInt8] = []
            for await piece in answer.body {
                var rest = try piece.get()[...]
                while let end = rest.firstIndex(of: 0x0A) {
                    line += rest[..<end]
                    rest = rest[(end + 1)...]
                    guard
                        let news = try? JSONScanner.scan(
                            line, { scanner throws(JSONError) in try EtcdNews(from: &scanner) })
                    else { return .failure(.unreachable("what it tells can't be read")) }
                    line = []
                    let goesOn = receive(news)
                    if let refusal = news.failure, !news.isCompacted { return .failure(EtcdError(refusal)) }
                    guard goesOn else { return .success(()) }
                }
                line += rest
                guard line.count <= longestLine else { return .failure(.unreachable("what it tells has no end")) }
            }
            return .failure(Task.isCancelled ? .cancelled : .unreachable("the connection ended"))
        } catch {
            return .failure(EtcdError(error))
        }
    }

    /// Returns when the server does not answer any more.
    private func feelPulse(of endpoint: Int) async -> Result<Void, EtcdError> {
        var read = EtcdRead(.key(EtcdLayout(address).format))
        read.isLocal = true
        let question = EtcdTransaction.reading([read])
        do throws(EtcdError) {
            while true {
                try await pause(upTo: patience.pulse)
                _ = try await askOne(endpoint, Self.transactions, question, limit: patience.answer)
            }
        } catch {
            return .failure(error)
        }
    }
}
