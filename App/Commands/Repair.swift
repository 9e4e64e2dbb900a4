import Data
import Domain

/// Sets a damaged library aside and keeps all that is intact.
struct Repair: Command {
    static let name = "repair"

    static var syntax: Syntax<Repair> {
        Syntax(
            "Sets a damaged library file aside and keeps all that is intact.", examples: ["repair", "repair --json"],
            notes: [
                """
                The damaged file stays beside the library, as it was. Every line of it that is lost is printed with the
                reason. Where a lost line still names books, nothing vouches for what it says of them: they are not
                brought back, but written to a file. Look through it, and then "import" it if it is right.
                Where nothing is damaged, nothing is changed.
                """
            ]
        )
    }

    func run(in session: Session) async throws(LibraryError) -> ExitStatus {
        guard let library = session.environment.library as? any RepairableLibrary else {
            session.console.complain("this kind of store can't be repaired, only that of --store file")
            return .wrongUsage
        }
        guard let report = try await library.repair() else {
            if session.isJSON { session.console.printJSON { $0.nothingDamaged() } }
            session.console.say("Nothing is damaged, nothing was changed.")
            return .done
        }
        let doubtful = report.doubtful.isEmpty ? nil : report.setAside + ".unverified.json"
        if session.isJSON {
            session.console.printJSON { $0.report(report, doubtful: doubtful) }
        } else {
            print(report, doubtful: doubtful, to: session.console)
        }
        // After the report: whatever becomes of this file, the library is repaired.
        if let doubtful {
            let books = report.doubtful.map { BookListing(book: $0) }
            try session.write(BookListWriter(format: .json).write(books), to: doubtful)
        }
        return .done
    }

    @MainActor
    private func print(_ report: RepairReport, doubtful: String?, to console: Console) {
        console.print("The damaged file is kept as \(report.setAside).")
        console.print("The library has \(report.kept.contents).")
        if report.lost.isEmpty { console.print("Nothing is lost.") }
        for loss in report.lost {
            console.print("line \(loss.line) is lost: \(loss.reason)", .warning)
            for book in loss.readable {
                console.print("  it names \(book.quoted) by \(book.authors.joined(separator: ", "))")
            }
        }
        if let doubtful {
            console.print("What lost lines name, but nothing vouches for, is in \(doubtful).")
            console.print("Look through it; \"bookshelf import\" takes it.")
        }
    }
}

extension RepairReport {
    /// The latest reading of each book in a lost line, where the library does not have just that.
    fileprivate var doubtful: [Book] {
        let kept = Set(kept.books)
        let readable = Dictionary(lost.flatMap(\.readable).map { ($0.id, $0) }) { _, later in later }
        return readable.values.filter { !kept.contains($0) }.sorted { $0.id < $1.id }
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

    fileprivate mutating func report(_ report: RepairReport, doubtful: String?) {
        object { json in
            json.member("damaged", true)
            json.member("setAside", report.setAside)
            json.name("kept")
            json.object { json in
                json.member("books", report.kept.books.count)
                json.member("people", report.kept.borrowers.count)
                json.member("loans", report.kept.loans.count)
            }
            json.name("lost")
            json.array { json in
                for loss in report.lost { json.loss(loss) }
            }
            if let doubtful { json.member("unverified", doubtful) }
        }
    }

    private mutating func loss(_ loss: RepairReport.Loss) {
        object { json in
            json.member("line", loss.line)
            json.member("reason", loss.reason)
            json.name("books")
            json.array { json in
                for book in loss.readable { json.book(BookListing(book: book)) }
            }
        }
    }
}
