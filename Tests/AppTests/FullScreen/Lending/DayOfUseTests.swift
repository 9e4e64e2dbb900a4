import Domain
import Foundation
import StorageTestSupport
import Synchronization
import TestTraits
import Testing

@testable import App

/// After a day's use of the full-screen view, the library is exactly what its keys have made of it, also if another program
/// has changed the library all the time.
@Suite(.fewAtATime, .endsIfItHangs)
struct DayOfUseTests {
    private let bookshelf: CommandLineProgram
    private let today: Day

    init() throws {
        bookshelf = try CommandLineProgram()
        today = try #require(Day(CommandLineProgram.today))
    }

    @Test func aDayOfUse() async throws {
        try await DayOfUse(bookshelf).happens()
        try await expectTheLibraryOfTheEvening()
    }

    @Test func aDayOfUseWhileAnotherProgramChangesTheLibrary() async throws {
        let turns = Turns(1)
        let day = try await DayOfUse(bookshelf) { body in
            await turns.begin()
            defer { turns.end() }
            try await body()
        }
        var options = GlobalOptions()
        options.directory = bookshelf.directory.path + "/.local/share/bookshelf"
        let environment = try await AppEnvironment.live(options, Variables { _ in nil })
        let isOver = Mutex(false)
        async let work = OtherProgram.work(on: environment, turns) { isOver.withLock { $0 } }
        do {
            defer { isOver.withLock { $0 = true } }
            try await day.happens()
        }
        let other = try await work
        let books = try await environment.library.books.all()
        #expect(Set(other.books.values) == Set(books.filter { $0.authors == ["Other"] }))
        for (id, shelf) in other.shelves {
            #expect(books.first { $0.id == id }?.shelves == [shelf])
        }
        #expect(books.first { $0.title == "Dune" }?.rating == other.stars)
        print("another program has made \(other.count) changes")
        try await other.takeBack()
        try await expectTheLibraryOfTheEvening()
    }

    private func expectTheLibraryOfTheEvening(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let columns = "title,authors,isbn,status,rating,favorite,shelves,added,started,finished,notes,details"
        #expect(
            try await bookshelf.run("list", "--json", "--columns", columns).output == Self.books,
            sourceLocation: sourceLocation)
        #expect(
            try await bookshelf.run("loans", "--all", "--json").output == """
                [{"id":"#","bookID":"#","title":"Dune","borrower":"Ben","lent":"today","due":"\(today + 7)",\
                "returned":"today","overdue":false},\
                {"id":"#","bookID":"#","title":"Moby-Dick","borrower":"Ana","lent":"today","due":"\(today + 56)",\
                "overdue":false}]

                """, sourceLocation: sourceLocation)
        #expect(try await bookshelf.run("people").output == "#\tAna\t1\n#\tBen\t0\n", sourceLocation: sourceLocation)
    }

    private static let books = """
        [{"title":"Dune","authors":["Frank Herbert"],"status":"read","rating":4,"favorite":false,"shelves":[],\
        "added":"2026-01-02"},\
        {"title":"Emma","authors":["Jane Austen"],"status":"reading","favorite":false,"shelves":[],\
        "added":"2026-01-02","started":"today"},\
        {"title":"Frankenstein","authors":["Mary Shelley"],"status":"read","rating":5,"favorite":true,"shelves":[],\
        "added":"2026-01-02"},\
        {"title":"Middlemarch","authors":["George Eliot"],"status":"to-read","favorite":false,"shelves":[],\
        "added":"2026-01-02","notes":"Slow,\\nbut worth it."},\
        {"title":"Moby-Dick","authors":["Herman Melville","Rockwell Kent"],"status":"to-read","rating":3,\
        "favorite":false,"shelves":["Sea"],"added":"today"},\
        {"title":"Persuasion","authors":["Jane Austen"],"status":"reading","favorite":false,"shelves":[],\
        "added":"2026-01-02","started":"today"},\
        {"title":"Ulysses","authors":["James Joyce"],"isbn":"9780141182803","status":"to-read","rating":2,\
        "favorite":false,"shelves":[],"added":"2026-01-02"}]

        """
}

/// Another program, which adds, edits and removes books of its own all the time, and changes other fields of the books that
/// are there than a day of use does.
private struct OtherProgram {
    private let context: UseCaseContext
    private let old: [Book]
    private var chance = SeededGenerator()
    private(set) var count = 0
    /// Its own books.
    private(set) var books: [Book.ID: Book] = [:]
    /// The shelves on which it has put other books.
    private(set) var shelves: [Book.ID: String] = [:]
    /// How it has rated Dune.
    private(set) var stars = Rating(4)

    /// Changes the library until it is over, but often enough.
    static func work(
        on environment: AppEnvironment, _ turns: Turns, until isOver: @Sendable () -> Bool
    ) async throws -> OtherProgram {
        var program = OtherProgram(context: environment.context, old: try await environment.library.books.all())
        while !isOver() || program.count < 50 {
            await turns.begin()
            defer { turns.end() }
            try await program.change()
        }
        return program
    }

    private init(context: UseCaseContext, old: [Book]) { (self.context, self.old) = (context, old) }

    private mutating func change() async throws {
        count += 1
        let number = count
        let own = books.keys.sorted { $0.bits < $1.bits }.randomElement(using: &chance)
        switch (Int.random(in: 0..<10, using: &chance), own) {
        case (0...1, _), (_, nil):
            let first = ["Atlas", "Novel", "Zoo"].randomElement(using: &chance) ?? ""
            let book = try await AddBook(context)(BookDraft(title: "\(first) \(number)", authors: ["Other"]))
            books[book.id] = book
        case (2, let id?):
            _ = try await RemoveBooks(context)([id])
            books[id] = nil
        case (3...4, let id?):
            books[id] = try await EditBook(context)(id) { (draft) throws(LibraryError) in
                (draft.notes, draft.rating) = ("\(number)", Rating(number % 6))
            }
        case (5, _):
            let stars = Rating(number % 6)
            guard let dune = old.first(where: { $0.title == "Dune" }) else { return }
            _ = try await EditBook(context)(dune.id) { (draft) throws(LibraryError) in draft.rating = stars }
            self.stars = stars
        default:
            guard let id = old.randomElement(using: &chance)?.id else { return }
            let shelf = "Shelf \(number)"
            _ = try await EditBook(context)(id) { (draft) throws(LibraryError) in draft.shelves = [shelf] }
            shelves[id] = shelf
        }
    }

    /// Leaves the library as it would be without this program.
    func takeBack() async throws {
        _ = try await RemoveBooks(context)(Array(books.keys))
        for book in old {
            _ = try await EditBook(context)(book.id) { (draft) throws(LibraryError) in
                draft.shelves = []
                if draft.title == "Dune" { draft.rating = Rating(4) }
            }
        }
    }
}
