import Data
import Domain
import Presentation

/// The message for an error, and the exit status.
struct ErrorReport: Equatable {
    let message: String
    /// Further lines, such as what matches a reference.
    var details: [String] = []
    let status: ExitStatus
}

extension ErrorReport {
    init(_ error: CommandError) {
        switch error {
        case .library(let error): self.init(error)
        case .settings(let error): self.init(message: error.message, status: .wrongUsage)
        case .usage(let error): self.init(error)
        case .list(let error): self.init(malformed: error.location, error.line, "import", error.reason)
        case .backupFile(let error):
            self.init(malformed: error.location, error.line, "restore", error.reason)
        case .restore(let error): self.init(error)
        case .unfinished(let error, let done):
            self.init(error)
            // A refused undo would not be refused less by another try.
            let rest = if case .undo = error { "" } else { "; run the command again for the rest" }
            details.append("done: \(done)\(rest)")
        case .file(let error):
            switch error {
            case .input: self.init(message: error.message, status: .unreadableInput)
            case .malformed: self.init(message: error.message, status: .malformedInput)
            case .output: self.init(message: error.message, status: .wrongUsage)
            }
        }
    }

    private init(malformed location: String, _ line: Int?, _ verb: String, _ reason: String) {
        let line = line.map { ", line \($0)" } ?? ""
        self.init(message: "can't \(verb) \(location)\(line): \(reason)", status: .malformedInput)
    }

    private init(_ error: RestoreError) {
        switch error {
        case .otherRecord(let kind, let id):
            self.init(
                message: "the library is in use: one of its \(kind), \(id), isn't in the backup, or is different there",
                details: ["name another folder with --directory, or move this library's files away first"],
                status: .refused)
        case .unknownKind(let kind):
            self.init(
                message: "this store can't keep the \(kind), which this version doesn't know; use a newer version",
                status: .storeFailed)
        case .library(let error, let done, let total):
            self.init(
                done > 0 ? .unfinished(error, done: "\(done) of \(total) \(LibrarySnapshot.nouns)") : .library(error))
        }
    }

    init(_ error: UsageError) {
        self.init(message: error.message, details: [error.hint], status: .wrongUsage)
    }

    /// The error's message, followed by advice for the command line.
    init(_ error: LibraryError) {
        let advice = error.advice.map { "; " + $0 } ?? ""
        self.init(message: error.message + advice, details: error.candidates, status: ExitStatus(error.cause))
    }
}
