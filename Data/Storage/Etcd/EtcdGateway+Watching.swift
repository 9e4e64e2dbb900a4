import Synchronization

extension EtcdGateway {
    /// Passes every change in `range` from `revision` on to `receive`, in order. Returns once `receive` returns false;
    /// throws when the connection ends, or when its server stops answering or loses the cluster. To continue, watch
    /// from the revision after the last one received.
    ///
    /// Now and then the server is asked for `pulse`, which shows that it is well. A connection can also be lost without
    /// anybody noticing, while a computer sleeps for example: `isBehind` says whether the answer has what the watch
    /// should have brought by now.
    func watch(
        _ range: EtcdRange, from revision: Int64, pulse: @Sendable @escaping () -> EtcdRead,
        isBehind: @Sendable @escaping (EtcdOutcome) -> Bool,
        receive: @Sendable @escaping (EtcdWatchMessage) -> Bool
    ) async throws(EtcdError) {
        let endpoint = state.withLock { $0.endpoint }
        do throws(EtcdError) {
            let end = patience.now() + patience.answer
            let token = try await token(from: endpoint, until: end)
            var request = request(
                to: endpoint, "/v3/watch", etcdWatchRequest(range, from: revision), token: token,
                until: end)
            request.isStream = true
            request.isSafePost = true
            request.sizeLimit = nil
            request.headers["Grpc-Timeout"] = nil
            // Makes the server end the watch, rather than fall silent, when it loses the leader.
            request.headers["Grpc-Metadata-hasleader"] = "true"
            let client = self.client
            let prepared = request
            let results = await withTaskGroup(of: Result<Void, EtcdError>.self) { group in
                group.addTask { await Self.listen(client, prepared, receive) }
                group.addTask { await self.checkHealth(of: endpoint, by: pulse, isBehind) }
                let first = await group.next() ?? .success(())
                group.cancelAll()
                return first
            }
            try results.get()
        } catch {
            let error = if case .unknownOutcome(let reason) = error { EtcdError.unreachable(reason) } else { error }
            moveOn(from: endpoint, error)
            // The token may have expired, or be invalid on other servers.
            state.withLock { $0.token = nil }
            throw error
        }
    }

    /// Many times the largest unit of work in base 64. After a long interruption, one message may have many units.
    private static var longestLine: Int { 1 << 26 }

    private static func listen(
        _ client: any HTTPClient, _ request: HTTPRequest, _ receive: (EtcdWatchMessage) -> Bool
    ) async -> Result<Void, EtcdError> {
        do throws(HTTPError) {
            let answer = try await client.begin(request)
            guard answer.head.status == 200 else {
                var body: [UInt8] = []
                for await piece in answer.body { body += try piece.get() }
                // A watch wraps the error in one of its messages.
                let message = try? JSONScanner.scan(body) { scanner throws(JSONError) in
                    try EtcdWatchMessage(from: &scanner)
                }
                let response = HTTPResponse(head: answer.head, body: body)
                return .failure(
                    EtcdError(message?.failure ?? EtcdRefusal(response), withholding: request.headers["Authorization"]))
            }
            var line: [UInt8] = []
            for await piece in answer.body {
                var rest = try piece.get()[...]
                while let end = rest.firstIndex(of: 0x0A) {
                    line += rest[..<end]
                    rest = rest[(end + 1)...]
                    guard
                        let message = try? JSONScanner.scan(
                            line, { scanner throws(JSONError) in try EtcdWatchMessage(from: &scanner) })
                    else { return .failure(.unreachable("its messages can't be read")) }
                    line = []
                    let goesOn = receive(message)
                    if let refusal = message.failure, !message.isCompacted {
                        return .failure(EtcdError(refusal, withholding: request.headers["Authorization"]))
                    }
                    guard goesOn else { return .success(()) }
                }
                line += rest
                guard line.count <= longestLine else { return .failure(.unreachable("its message is too long")) }
            }
            return .failure(Task.isCancelled ? .cancelled : .unreachable("the connection ended"))
        } catch {
            return .failure(EtcdError(error))
        }
    }

    /// Returns when the server no longer answers, or the watch is behind.
    private func checkHealth(
        of endpoint: Int, by pulse: () -> EtcdRead, _ isBehind: (EtcdOutcome) -> Bool
    ) async -> Result<Void, EtcdError> {
        do throws(EtcdError) {
            while true {
                try await pause(upTo: patience.pulse)
                let question = EtcdRead.transaction(of: [pulse()])
                let end = patience.now() + patience.answer
                let answer = try await askOne(endpoint, Self.transactions, question, until: end)
                if isBehind(try parsed(answer, EtcdOutcome.init)) { throw .unreachable("the watch has fallen silent") }
            }
        } catch {
            return .failure(error)
        }
    }
}
