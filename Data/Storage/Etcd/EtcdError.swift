/// Why the cluster did not do what was asked.
enum EtcdError: Error, Hashable {
    /// No server could be asked, or none that could answer; nothing was changed.
    case unreachable(String)
    /// The same, but the server is there, and may be able to in a moment.
    case notYet(String)
    /// The change may have been made, or may yet be.
    case unknownOutcome(String)
    /// What the cluster held at that moment is not kept any more.
    case compacted
    /// Asking again would not help; nothing was changed.
    case refused(String)
    case cancelled
}

extension EtcdError {
    init(_ error: HTTPError) {
        switch error.reason {
        case .unreachable: self = .unreachable(error.explanation)
        case .brokenOff, .timedOut: self = .unknownOutcome(error.explanation)
        case .cancelled: self = .cancelled
        case .tooLarge, .tooManyRedirects, .unexpectedAnswer: self = .refused(error.explanation)
        }
    }

    init(_ refusal: EtcdRefusal) {
        if refusal.code == EtcdRefusal.outOfRange {
            // A later revision than this server has heard of has the same code.
            self = refusal.message.contains("future") ? .notYet(refusal.message) : .compacted
        } else if EtcdRefusal.passing.contains(refusal.code) || refusal.message.contains("too many requests") {
            self = .unknownOutcome(refusal.message)
        } else {
            self = .refused(refusal.message)
        }
    }
}

extension EtcdRefusal {
    /// The gateway's errors end with trailers, which some HTTP clients can't take; these give the status alone.
    /// https://github.com/grpc-ecosystem/grpc-gateway/blob/v1.9.5/runtime/errors.go says which status stands for which
    /// code.
    init(_ response: HTTPResponse) {
        let refusal = try? JSONScanner.scan(response.body) { scanner throws(JSONError) in
            try EtcdRefusal(from: &scanner)
        }
        if response.head.mediaType != "application/json" {
            // Something between us and the server may say that the server does not answer.
            let isPassing = response.head.status >= 500 || [408, 429].contains(response.head.status)
            self.init(
                code: isPassing ? 14 : 12,
                message: "it answers as no etcd does, with status \(response.head.status)")
        } else if let refusal {
            self = refusal
        } else {
            switch response.head.status {
            case 400: self.init(code: 3, message: "it takes the request for wrong, or for too large")
            case 401: self.init(code: Self.unauthenticated, message: "it does not know who asks")
            case 403: self.init(code: 7, message: "who asks is not allowed to")
            case 408, 409, 500, 503, 504: self.init(code: 14, message: "it has no leader, or is too busy")
            case 412: self.init(code: 9, message: "it asks for no password")
            case 429: self.init(code: 8, message: "it has no room left, or the request is too large")
            default: self.init(code: 12, message: "status \(response.head.status)")
            }
        }
    }

    var isAboutToken: Bool {
        code == Self.unauthenticated || message.contains("revision of auth store is old")
    }

    var isAuthenticationOff: Bool {
        code == 9
    }
}
