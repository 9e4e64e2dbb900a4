import Data
import Domain
import Presentation
import Storage

struct Repair: LibraryCommand {
    var acceptsEdits = false

    static var syntax: Syntax<Repair> {
        Syntax(
            summary: "Sets a damaged library file aside and keeps what is intact.",
            examples: ["repair", "repair --accept-edits", "repair --json"],
            options: [
                .flag("accept-edits", \.acceptsEdits, "keep well-formed lines that were changed with a text editor")
            ],
            notes: [
                """
                The damaged file stays beside the library, as it was. For every lost line, the reason is printed. Books
                that can still be read in a lost line go to a separate file. They may be wrong or outdated, because the
                line doesn't match its checksum or its neighbours. Check that file, and then import it.
                If nothing is damaged, nothing is changed.
                """
            ])
    }

    func run(_ context: UseCaseContext, in session: Session) async throws(LibraryError) -> ExitStatus {
        let console = session.console
        let maintenance = session.environment.maintenance
        guard maintenance.isRepairable else {
            console.complain("only a library in --store file can be repaired")
            return .wrongUsage
        }
        let report = try await maintenance.repair(acceptingEdits: acceptsEdits) { report throws(LibraryError) in
            guard let path = report.unverifiedPath else { return }
            let books = report.unverified(Book.self).map { BookListing(book: $0) }
            try Session.write(BookListWriter(format: .json).write(books), to: path)
        }
        guard let report else {
            if console.appearance.isJSON { console.printJSON { json in json.object { $0.member("damaged", false) } } }
            console.say("Nothing is damaged, and nothing was changed.")
            return .done
        }
        let kept = try await context.library.snapshot()
        if console.appearance.isJSON {
            console.printJSON { $0.report(report, kept) }
        } else {
            console.print(report, kept)
        }
        return .done
    }
}

extension RepairReport {
    /// The file for books that can be read in lost lines; nil if there are none.
    fileprivate var unverifiedPath: String? {
        unverified(Book.self).isEmpty ? nil : setAside + ".unverified.json"
    }
}

extension RepairReport.Loss {
    fileprivate var books: [Book] { readable.compactMap { $0 as? Book } }
}

extension Console {
    fileprivate func print(_ report: RepairReport, _ kept: LibrarySnapshot) {
        print("The damaged file is kept as \(report.setAside).")
        print("The library has \(kept.counts).")
        for line in report.acceptedLines { print("line \(line) is kept with its changes") }
        if report.lost.isEmpty { print("Nothing is lost.") }
        for loss in report.lost {
            print("lost at line \(loss.line): \(loss.reason)", .warning)
            for book in loss.books {
                print("  it names \(book.named)")
            }
        }
        for loan in kept.incompleteLoans {
            let parts = "the book \(loan.book) and the person \(loan.borrower)"
            print("the loan \(loan.id) names \(parts), but the library lacks one or both", .warning)
        }
        if let path = report.unverifiedPath {
            print("Books that can be read in lost lines are in \(path).")
            print("Check that file before you import it with \"\(Bookshelf.name) import\".")
        }
    }
}

extension JSONWriter {
    fileprivate mutating func report(_ report: RepairReport, _ kept: LibrarySnapshot) {
        object { json in
            json.member("damaged", true)
            json.member("setAside", report.setAside)
            json.name("kept")
            json.counts(of: kept)
            json.array("lost", report.lost) { json, loss in
                json.object { json in
                    json.member("line", loss.line)
                    json.member("reason", loss.reason)
                    json.array("books", loss.books) { $0.object(BookListing(book: $1)) }
                }
            }
            if !report.acceptedLines.isEmpty { json.array("accepted", report.acceptedLines) { $0.number($1) } }
            let incomplete = kept.incompleteLoans
            if !incomplete.isEmpty { json.member("incompleteLoans", incomplete.map(\.id.description)) }
            json.field("unverified", report.unverifiedPath)
        }
    }

    private mutating func array<Element>(
        _ name: StaticString, _ elements: [Element], _ write: (inout JSONWriter, Element) -> Void
    ) {
        self.name(name)
        array { json in
            for element in elements { write(&json, element) }
        }
    }
}
