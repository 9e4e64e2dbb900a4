import Data
import Domain
import Foundation
import TestSupport
import TestTraits
import Testing

@testable import App

/// What a terminal shows, kept as text. After an intended change, run
///
///     WRITE_PICTURES=1 swift test --filter ScreenPicturesTests
///
/// and look at what has changed in `Pictures` before you commit it.
@MainActor
@Suite(.endsIfItHangs)
struct ScreenPicturesTests {
    @Test(
        .enabled(if: AddedFeatures.entities.isEmpty, "A feature that refers to books gives their details another key"),
        arguments: [(40, 12), (80, 24), (100, 30), (120, 36), (200, 60)])
    func theScreensAreThoseThatWereKept(columns: Int, lines: Int) async throws {
        let pictures = try await pictures(columns: columns, lines: lines)
        let file = Project.root.appending(path: "Tests/AppTests/FullScreen/Pictures/\(columns)x\(lines).txt")
        if ProcessInfo.processInfo.environment["WRITE_PICTURES"] != nil {
            try (pictures.joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
            Issue.record("\(file.lastPathComponent) was written: look at it, and run the test without WRITE_PICTURES")
            return
        }
        let kept = try String(contentsOf: file, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false
        )
        .dropLast().map(String.init)
        // Testing would compare thousands of lines for minutes.
        let areSame = kept == pictures
        #expect(areSame, "\(file.lastPathComponent)\n\(Self.difference(from: kept, to: pictures))")
    }

    /// The lines that have changed, those that were kept with a minus, each below the name of its picture.
    private static func difference(from kept: [String], to shown: [String]) -> String {
        var lines: [String] = []
        var name: String?
        let changes = shown.difference(from: kept)
        var (removed, inserted): ([Int: String], [Int: String]) = ([:], [:])
        for change in changes {
            switch change {
            case .remove(let offset, let line, _): removed[offset] = line
            case .insert(let offset, let line, _): inserted[offset] = line
            }
        }
        var (old, new) = (0, 0)
        while old < kept.count || new < shown.count {
            var changed: [String] = []
            while let line = removed[old] {
                changed.append("- \(line)")
                old += 1
            }
            while let line = inserted[new] {
                changed.append("+ \(line)")
                new += 1
            }
            if !changed.isEmpty {
                lines += [name].compactMap(\.self) + changed
                name = nil
            }
            if new < shown.count, shown[new].hasPrefix("=== ") { name = shown[new] }
            (old, new) = (old + 1, new + 1)
        }
        return lines.joined(separator: "\n")
    }

    // MARK: The pictures

    /// Each below a line with its name and where the cursor is, counted from 0.
    private func pictures(columns: Int, lines: Int) async throws -> [String] {
        let environment = try Self.environment()
        let browser = BrowserFixture(environment, columns: columns, lines: lines)
        var pictures: [String] = []
        func picture(_ name: String, _ keys: TerminalInput...) async throws {
            for key in keys {
                browser.press(key)
                try await browser.settle()
            }
            var writer = ScreenWriter(usesColor: true)
            var terminal = TerminalEmulator(columns: columns, lines: lines)
            terminal.feed(writer.frame(browser.screen))
            #expect(terminal.errors == [])
            pictures.append("=== \(name), cursor in line \(terminal.cursor.line), column \(terminal.cursor.column)")
            pictures += (0..<lines).map(terminal.line)
        }
        try await browser.load()
        try await picture("the list, two books marked", .text("jj"), .text("  "))
        try await picture(
            "a search and a filter", .key(.escape), .text("/an"), .key(.enter), .text("fjjjjj "), .key(.escape))
        try await picture("the message about a long title", .key(.escape), .text("/crusoe"), .key(.enter), .text("4"))
        try await picture("lending it", .text("l"), .text("Ana"))
        try await picture("the message about its loan", .key(.enter))
        if columns >= 110 { try await picture("the panel", .key(.escape), .text("/emma"), .key(.enter)) }
        try await picture("the details", .key(.escape), .text("/emma"), .key(.enter), .key(.enter))
        try await picture("the form", .text("e"))
        try await picture("a picker", .key(.escape), .text("s"))
        try await picture("the loans", .key(.escape), .key(.escape), .text("L"))
        try await picture("help", .text("?"))
        try await picture("a mistyped condition", .key(.escape), .key(.escape), .text("/rating:9"))
        browser.press(.key(.escape), .text("/emma"), .key(.enter))
        try await browser.settle()
        browser.press(.text("e"), .text("!"))
        let emma = try #require(browser.content.rows.first?.id)
        _ = try await EditBook(environment.context)(emma) { $0.title = "Emma, or the Matchmaker" }
        try await picture("a conflict", .key(.control("s")), .key(.enter))
        browser.press(.key(.escape), .text("y"), .key(.enter))
        try await browser.settle()
        _ = try await ReturnBook(environment.context)(emma)
        _ = try await RemoveBooks(environment.context)([emma])
        try await picture("the details of a book that was removed", .text("j"))
        return pictures
    }

    private static func environment() throws -> AppEnvironment {
        let today = try #require(Day("2026-11-24"))
        var library = LibrarySnapshot(books: try books(today))
        let people = [
            try Borrower(id: Borrower.ID(bits: 1), name: "Ana"), try Borrower(id: Borrower.ID(bits: 2), name: "田中"),
        ]
        library.set(people)
        library.set(
            try [(1, 0, -84, -22), (2, 0, -14, 14), (3, 1, -1, 30)].map { book, person, lent, due in
                try Loan(
                    id: Loan.ID(bits: UInt64(book)), book: Book.ID(bits: UInt64(book)), borrower: people[person].id,
                    lent: today + lent, due: today + due)
            })
        return AppEnvironment().with(StoredLibrary.inMemory(library)).with(\.today, { today })
    }

    private static func books(_ today: Day) throws -> [Book] {
        let publisher = try #require(DetailName("Publisher"))
        let emma = BookDraft(title: "Emma", authors: ["Jane Austen"], isbn: try ISBN("9780141439587")) {
            $0.status = .reading
            $0.rating = Rating(2)
            $0.isFavorite = true
            $0.shelves = ["Classics", "England"]
            $0.started = today + -23
            $0.notes = "A gift from Ana,\nwho wants it back."
            $0.details[publisher] = "Penguin"
        }
        let others: [(title: String, author: String, status: ReadingStatus, stars: Int)] = [
            ("Dune", "Frank Herbert", .read, 4), ("Ulysses", "James Joyce", .abandoned, 1),
            ("吾輩は猫である", "夏目漱石", .reading, 0), ("田中さんの本", "田中", .toRead, 0),
            (
                "The Life and Strange Surprizing Adventures of Robinson Crusoe, of York, Mariner: Who Lived Eight and Twenty"
                    + " Years, All Alone in an Un-inhabited Island on the Coast of America", "Daniel Defoe", .toRead, 0
            ),
            ("Frankenstein", "Mary Shelley", .read, 5), ("Les Misérables", "Victor Hugo", .toRead, 0),
            ("Anna Karenina", "Leo Tolstoy", .read, 3), ("Zorba the Greek", "Nikos Kazantzakis", .toRead, 0),
        ]
        let drafts =
            [emma]
            + others.map { other in
                BookDraft(title: other.title, authors: [other.author]) {
                    $0.status = other.status
                    $0.rating = Rating(other.stars)
                }
            }
        return try drafts.enumerated().map { index, draft in
            try Book(id: Book.ID(bits: UInt64(index + 1)), draft: draft, added: today + -100)
        }
    }
}
