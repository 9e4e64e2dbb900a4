/// Why a request to the cluster failed.
enum EtcdError: Error, Hashable {
    /// The server, or each that was asked, can't be reached or gave no useful answer in time; nothing was changed.
    case unreachable(String)
    /// This server can't answer yet, but it or another may soon; nothing was changed.
    case notYet(String)
    /// The change may have been made, or may still be.
    case unknownOutcome(String)
    /// The requested revision has been compacted away.
    case compacted
    /// The request exceeds a limit of the server; nothing was changed.
    case tooLarge(String)
    /// A refusal that a retry won't change; nothing was changed.
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

    /// `token` is removed from the server's message, in case that repeats the request.
    init(_ refusal: EtcdRefusal, withholding token: String? = nil) {
        var message = refusal.message
        if let token, !token.isEmpty { message = message.replacing(token, with: "…") }
        message = message.shortenedForDisplay
        if refusal.code == EtcdRefusal.outOfRange {
            // A revision that this server hasn't reached has the same code.
            self = refusal.message.contains("future") ? .notYet(message) : .compacted
        } else if refusal.isAboutSize {
            self = .tooLarge(message)
        } else if EtcdRefusal.passing.contains(refusal.code) || refusal.message.contains("too many requests") {
            self = .unknownOutcome(message)
        } else {
            self = .refused(message)
        }
    }
}

extension EtcdRefusal {
    /// The gateway's errors end with trailers, which some HTTP clients can't read; then only the status is known.
    /// https://github.com/grpc-ecosystem/grpc-gateway/blob/v1.9.5/runtime/errors.go lists the status for each code.
    init(_ response: HTTPResponse) {
        let refusal = try? JSONScanner.scan(response.body) { scanner throws(JSONError) in
            try EtcdRefusal(from: &scanner)
        }
        if response.head.mediaType != "application/json" {
            // A proxy may report that the server doesn't answer.
            let isPassing = response.head.status >= 500 || [408, 429].contains(response.head.status)
            let status = "(status \(response.head.status))"
            self.init(
                code: isPassing ? 14 : 12,
                message: isPassing ? "it can't answer \(status)" : "it is not an etcd server \(status)")
        } else if let refusal {
            self = refusal
        } else {
            switch response.head.status {
            case 400: self.init(code: Self.invalidArgument, message: "the request is wrong or too large")
            case 401: self.init(code: Self.unauthenticated, message: "a user and a password are needed")
            case 403: self.init(code: 7, message: "permission denied")
            case 408, 409, 500, 503, 504: self.init(code: 14, message: "there is no leader, or the server is too busy")
            case 412: self.init(code: 9, message: "authentication is not enabled")
            case 429: self.init(code: 8, message: "the server is full, or the request is too large")
            default: self.init(code: 12, message: "status \(response.head.status)")
            }
        }
    }

    var isAboutToken: Bool {
        code == Self.unauthenticated || message.contains("revision of auth store is old")
    }

    var isAboutCredentials: Bool {
        code == Self.invalidArgument || code == Self.unauthenticated
    }

    var isAuthenticationOff: Bool {
        code == 9
    }

    fileprivate var isAboutSize: Bool {
        ["too many operations in txn request", "request is too large", "received message larger than max"]
            .contains { message.contains($0) }
    }
}

extension String {
    /// The beginning of a server's text without control characters, which could change what a terminal shows.
    var shortenedForDisplay: String {
        let shown = unicodeScalars.prefix(200)
        let cleaned = shown.map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: " "
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(cleaned)) + (shown.endIndex < unicodeScalars.endIndex ? "…" : "")
    }
}
