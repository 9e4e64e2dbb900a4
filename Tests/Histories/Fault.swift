import Storage

/// What goes wrong in the middle of an operation: at one of its calls to the file system or of its requests, counted from 1.
enum Fault: Hashable, Sendable {
    /// The process is killed.
    case kill(Int)
    /// The process stops, for up to twice the time that others wait for a lock.
    case stop(Int)
    /// From that call on, nothing can be written.
    case fullDisk(Int)
    /// Waiting until the data is on the device fails, and what was written since the last success is lost.
    case failedSync(Int)
    /// Another program replaces the file by a copy, as `cp` and `mv` do, while it has the lock.
    case replacedFile
    /// The file becomes so large that the next change compacts it.
    case compaction
    case request(Int, Loss)

    /// What happens to a request and its answer.
    enum Loss: String, CaseIterable, Sendable {
        case unreachable, requestLost, answerLost, late, slow, brokenOff
    }

    /// The kind, as counts name it.
    var kind: String {
        if case .request(_, let loss) = self { return loss.rawValue }
        return "\(self)".prefix { $0.isLetter }.description
    }

    init?(in engine: StorageEngine, by reader: inout Reader) {
        // A third may come late, after the change was written.
        let call = 1 + reader.number(reader.happens(1, in: 3) ? 40 : 10)
        switch (engine, reader.number(8)) {
        case (.memory, _): return nil
        case (_, 0), (_, 1): self = .kill(call)
        case (_, 2) where reader.happens(1, in: 3): self = .stop(call)
        case _ where !engine.isInFile: self = .request(1 + reader.number(5), reader.one(of: Loss.allCases))
        case (_, 3), (_, 4): self = .fullDisk(1 + reader.number(2))
        case (_, 5): self = .failedSync(1 + reader.number(2))
        case (.journal, 6): self = .compaction
        default: self = .replacedFile
        }
    }
}

extension StorageEngine {
    var isInFile: Bool { store.fileExtension != nil }
}
