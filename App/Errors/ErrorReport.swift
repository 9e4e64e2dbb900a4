import Data
import Domain
import Presentation

/// The message for an error, and the exit status.
struct ErrorReport: Equatable {
    let message: String
    /// Further lines, such as the books that match a reference.
    var details: [String] = []
    let status: ExitStatus
}

extension ErrorReport {
    init(_ error: CommandError) {
        switch error {
        case .library(let error): self.init(error)
        case .settings(let error): self.init(error)
        case .importFile(let error): self.init(error, doing: "import")
        case .backupFile(let error): self.init(error, doing: "restore")
        case .restore(let error): self.init(error)
        case .unfinished(let error, let done):
            self.init(error)
            details.append("done: \(done); run the command again for the rest")
        case .output(let path, let reason):
            self.init(message: "can't write to \(path): \(reason)", status: .wrongUsage)
        }
    }

    private init(_ error: ImportError, doing verb: String) {
        switch error {
        case .unreadable(let location, let reason):
            self.init(message: "can't read \(location): \(reason)", status: .unreadableInput)
        case .notInList(let name, let location):
            self.init(
                message: "--map names \"\(name)\", but \(location) has no such column or status",
                status: .wrongUsage)
        case .missingColumn(let location, let line, let reason):
            self.init(
                message: "can't \(verb) \(location), line \(line): \(reason)",
                details: ["name the columns with --map <column>=title and --map <column>=authors, without --format"],
                status: .malformedInput)
        case .malformed(let location, let line, let reason):
            let line = line.map { ", line \($0)" } ?? ""
            self.init(message: "can't \(verb) \(location)\(line): \(reason)", status: .malformedInput)
        }
    }

    private init(_ error: RestoreError) {
        switch error {
        case .otherRecord(let kind, let id):
            self.init(
                message: "the library is not empty: its \(kind) include \(id), "
                    + "which is missing from the backup or differs there",
                details: ["restore into another folder with --directory, or into another store"], status: .refused)
        case .unknownKind(let kind):
            self.init(
                message: "this store can't keep the \(kind), which this version doesn't know; use a newer version",
                status: .storeFailed)
        case .library(let error, let done, let total):
            self.init(done > 0 ? .unfinished(error, done: "\(done) of \(total.counting("record"))") : .library(error))
        }
    }

    init(_ error: UsageError) {
        self.init(message: error.message, details: [error.hint], status: .wrongUsage)
    }

    /// The error's message, followed by advice for the command line.
    init(_ error: LibraryError) {
        if case .catalog(.badAddress(let text)) = error {
            let expected = OnlineCatalog.expectedAddress
            self.init(SettingsError.badValue(key: "the setting \"catalog\"", value: text, expected: expected))
            return
        }
        let (advice, status) = Self.adviceAndStatus(error)
        var details: [String] = []
        if case .book(.ambiguous(_, let books)) = error { details = Self.candidates(books) }
        self.init(message: error.message + (advice.map { "; " + $0 } ?? ""), details: details, status: status)
    }

    private static func adviceAndStatus(_ error: LibraryError) -> (advice: String?, status: ExitStatus) {
        switch error {
        case .book(let error): (advice(on: error), .refused)
        case .lending(let error): (advice(on: error), .refused)
        case .store(.damaged): ("restore it from a copy", .storeFailed)
        case .store(.newerVersion): ("use a newer version of the program", .storeFailed)
        case .store(.busy): ("try again when they are done", .storeFailed)
        case .store(.failed), .store(.notAStore), .store(.tooLarge), .store(.unknownOutcome): (nil, .storeFailed)
        case .store(.unreachable), .catalog(.unreachable), .catalog(.badAnswer), .catalog(.notBuiltIn):
            (nil, .unreachable)
        case .catalog(.noSuchBook): ("give its title and --author", .refused)
        case .catalog(.noAuthor): ("add --author", .refused)
        case .catalog(.badAddress): (nil, .wrongUsage)
        }
    }

    private static func advice(on error: BookError) -> String? {
        switch error {
        case .noSuchBook, .prefixTooShort: "\"\(Bookshelf.name) list\" shows all"
        case .ambiguous: "name one by its identifier:"
        case .isLent: "see \"\(Bookshelf.name) help return\""
        case .noTitle, .noAuthor, .sameISBN, .sameIdentifier, .finishedInFuture: nil
        }
    }

    private static func advice(on error: LendingError) -> String? {
        switch error {
        case .noSuchBorrower: "see \"\(Bookshelf.name) people\""
        case .hasBooks: "see \"\(Bookshelf.name) loans\""
        case .noName, .alreadyLent, .notLent, .dueBeforeLent, .nameTaken: nil
        }
    }

    /// The first twenty matches, and how many more there are.
    private static func candidates(_ books: [Book]) -> [String] {
        let shown = books.prefix(20).map { "\($0.id)  \($0.title), \($0.authors.joined(separator: ", "))" }
        return books.count > shown.count ? shown + ["and \(books.count - shown.count) more"] : shown
    }
}
