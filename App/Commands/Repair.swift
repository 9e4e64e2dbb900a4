import Data
import Domain
import Storage

/// Sets a damaged library aside and keeps all that is intact.
struct Repair: Command {
    static let name = "repair"

    var acceptsEdits = false

    static var syntax: Syntax<Repair> {
        Syntax(
            "Sets a damaged library file aside and keeps all that is intact.",
            examples: ["repair", "repair --accept-edits", "repair --json"],
            options: [
                .flag("accept-edits", \.acceptsEdits, "keep well-formed lines that were changed with a text editor")
            ],
            notes: [
                """
                The damaged file stays beside the library, as it was. Every lost line is printed with the reason. Books
                that can still be read in lost lines are not brought back, because their checksum is wrong: they are
                written to a file. Look through it, and "import" it if it is right.
                Where nothing is damaged, nothing is changed.
                """
            ]
        )
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        guard let library = session.environment.library as? StoredLibrary, library.isRepairable else {
            session.console.complain("this kind of store can't be repaired, only that of --store file")
            return .wrongUsage
        }
        let report = try await mapError(
            CommandError.library,
            try await library.repair(acceptingEdits: acceptsEdits) { report throws(LibraryError) in
                guard let path = report.unverifiedPath else { return }
                let books = report.unverified.map { BookListing(book: $0) }
                try Session.write(BookListWriter(format: .json).write(books), to: path)
            })
        guard let report else {
            if session.isJSON { session.console.printJSON { $0.nothingDamaged() } }
            session.console.say("Nothing is damaged, nothing was changed.")
            return .done
        }
        let kept = try await mapError(CommandError.library, try await library.snapshot())
        if session.isJSON {
            session.console.printJSON { $0.report(report, kept) }
        } else {
            print(report, kept, to: session.console)
        }
        return .done
    }

    @MainActor
    private func print(_ report: RepairReport, _ kept: LibrarySnapshot, to console: Console) {
        console.print("The damaged file is kept as \(report.setAside).")
        console.print("The library has \(kept.contents).")
        for line in report.acceptedLines { console.print("line \(line) is kept as it was changed") }
        if report.lost.isEmpty { console.print("Nothing is lost.") }
        for loss in report.lost {
            console.print("line \(loss.line) is lost: \(loss.reason)", .warning)
            for book in loss.readable {
                console.print("  it names \(book.quoted) by \(book.authors.joined(separator: ", "))")
            }
        }
        for loan in kept.incompleteLoans {
            let parts = "the book \(loan.book) and the person \(loan.borrower)"
            console.print("the loan \(loan.id) names \(parts), and not both are there", .warning)
        }
        if let path = report.unverifiedPath {
            console.print("Books that can be read in lost lines are in \(path).")
            console.print("Look through it; \"bookshelf import\" takes it.")
        }
    }
}

extension RepairReport {
    /// Where books that can be read in lost lines are written; nil where there are none.
    fileprivate var unverifiedPath: String? {
        unverified.isEmpty ? nil : setAside + ".unverified.json"
    }
}

extension LibrarySnapshot {
    /// How much there is.
    fileprivate var contents: String {
        let people = borrowers.count == 1 ? "1 person" : "\(borrowers.count) people"
        return "\(books.count.counting("book")), \(people) and \(loans.count.counting("loan"))"
    }
}

extension JSONWriter {
    fileprivate mutating func nothingDamaged() {
        object { $0.member("damaged", false) }
    }

    fileprivate mutating func report(_ report: RepairReport, _ kept: LibrarySnapshot) {
        object { json in
            json.member("damaged", true)
            json.member("setAside", report.setAside)
            json.name("kept")
            json.object { json in
                json.member("books", kept.books.count)
                json.member("people", kept.borrowers.count)
                json.member("loans", kept.loans.count)
            }
            json.name("lost")
            json.array { json in
                for loss in report.lost { json.loss(loss) }
            }
            if !report.acceptedLines.isEmpty {
                json.name("accepted")
                json.array { json in
                    for line in report.acceptedLines { json.number(line) }
                }
            }
            let incomplete = kept.incompleteLoans
            if !incomplete.isEmpty { json.member("incompleteLoans", incomplete.map(\.id.description)) }
            if let path = report.unverifiedPath { json.member("unverified", path) }
        }
    }

    private mutating func loss(_ loss: RepairReport.Loss) {
        object { json in
            json.member("line", loss.line)
            json.member("reason", loss.reason)
            json.name("books")
            json.array { json in
                for book in loss.readable { json.object(BookListing(book: book)) }
            }
        }
    }
}
