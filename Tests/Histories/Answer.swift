import Domain

/// What an operation was answered, on one line.
enum Answer: Hashable, Sendable {
    /// It was carried out; `text` is what it returned.
    case done(String)
    /// A rule refused it, or it found the store damaged. Nothing changed.
    case refused(String)
    /// The store failed, and says that nothing changed.
    case failed(String)
    /// It may or may not have been carried out.
    case unknown(String)

    init(_ error: any Error) {
        let text = "\(error)".onOneLine
        switch error as? LibraryError {
        case .store(.unknownOutcome): self = .unknown(text)
        case .store(.failed), .store(.busy), .store(.unreachable): self = .failed(text)
        // Another command came between showing what would be undone, and undoing it.
        case .undo(.superseded): self = .failed(text)
        default: self = .refused(text)
        }
    }

    var line: String {
        switch self {
        case .done(let text): "done \(text)"
        case .refused(let text): "refused \(text)"
        case .failed(let text): "failed \(text)"
        case .unknown(let text): "unknown \(text)"
        }
    }

    init?(line: String) {
        guard let space = line.firstIndex(of: " ") else { return nil }
        let text = String(line[line.index(after: space)...])
        switch line[..<space] {
        case "done": self = .done(text)
        case "refused": self = .refused(text)
        case "failed": self = .failed(text)
        case "unknown": self = .unknown(text)
        default: return nil
        }
    }
}

extension String {
    var onOneLine: String { split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "⏎") }
}
