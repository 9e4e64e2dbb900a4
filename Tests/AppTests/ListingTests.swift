import Domain
import Foundation
import TestTraits
import Testing

@testable import App

/// Every listing on a page is checked, in the way of its language. A Swift listing quotes a source, or the text above it
/// names its file as new; these, and each `diff`, `Tests/EndToEnd/listings.sh` applies to a copy and compiles. The
/// commands of a `sh` listing are understood. A `text` listing with lines that begin with `$ ` is replayed; any other is
/// a picture.
@Suite(.fewAtATime, .endsIfItHangs)
struct ListingTests {
    private static let pages = Project.pages.filter { !$0.listings.isEmpty }

    @Test(arguments: pages) func everyListingHasALanguage(_ page: Page) {
        for listing in page.listings {
            #expect(
                ["swift", "diff", "sh", "text"].contains(listing.language),
                "\(page.path):\(listing.line): nothing checks a listing in \"\(listing.language)\"")
        }
    }

    /// The sources without indentation.
    private static let quotable = Project.sources.values.map { source in
        "\n"
            + source.text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.drop { $0 == " " } }.joined(separator: "\n") + "\n"
    }

    /// A line `// …` stands for what a quotation leaves out.
    @Test(arguments: pages) func everySwiftListingIsQuotedOrCompiled(_ page: Page) {
        for listing in page.listings where listing.language == "swift" && listing.newFile == nil {
            let lines = listing.unindented.split(separator: "\n", omittingEmptySubsequences: false)
            let quoted = (0...lines.count).last { count in
                let parts = "\n\(lines[..<count].joined(separator: "\n"))\n".components(separatedBy: "// …")
                return Self.quotable.contains { source in parts.allSatisfy(source.contains) }
            }
            #expect(
                quoted == lines.count,
                "\(page.path):\(listing.line + (quoted ?? 0)): no source has this, and no new file is named above it")
        }
    }

    @Test(arguments: pages) func everyShellListingIsUnderstood(_ page: Page) async throws {
        let bookshelf = try CommandLineProgram()
        for listing in page.listings where listing.language == "sh" {
            let process = try bookshelf.process(["-n", "-c", listing.text])
            process.executableURL = URL(filePath: "/bin/bash")
            #expect(try await bookshelf.run(process) == CommandLineProgram.Outcome(), "\(page.path):\(listing.line)")
            for (index, line) in listing.lines.enumerated() {
                let place: Comment = "\(page.path):\(listing.line + index): \(line)"
                for command in line.matches(of: /(?:^|[;&|(] *|swift run )bookshelf\b([^|;&>)#]*)/) {
                    let words = TypedLine(String(command.1), in: .bash).words.filter { !$0.isEmpty }
                    #expect(throws: Never.self, place) {
                        try Parser<GlobalOptions>.request(words, of: CommandGroup.bookshelf)
                    }
                }
                for path in line.matches(of: /(?:^|[ ;])((?:\.ci|Domain|Data|Presentation|App|Tests)\/[\w.\/+\-]+)/) {
                    #expect(Project.exists(String(path.1)), place)
                }
                for names in line.matches(of: /--(?:filter|product) ([\w.]+)/).map(\.1.words) {
                    let unknown = names.filter { !Project.words.contains($0) }
                    #expect(unknown.isEmpty, place)
                }
            }
        }
    }

    /// The commands that the text names are there, with all options that it gives them. Those of an exercise come with its
    /// solution.
    @Test(arguments: Project.pages.filter(\.patches.isEmpty)) func everyCommandInTheTextIsUnderstood(_ page: Page) {
        for (code, number) in page.codes where code.hasPrefix("bookshelf ") && !page.line(number).hasPrefix("| ") {
            if code.contains("<command>") { continue }
            let words = TypedLine(String(code.dropFirst("bookshelf ".count)), in: .bash).words
            do {
                _ = try Parser<GlobalOptions>.request(words, of: CommandGroup.bookshelf)
            } catch {
                switch error.reason {
                case .missingOperand, .missingOption: break
                default: Issue.record("\(page.path):\(number): \(code): \(error.message)")
                }
            }
        }
    }

    /// A picture of layers or folders has words with a capital only where they are names of folders or symbols.
    @Test(arguments: pages) func everyPictureNamesWhatThereIs(_ page: Page) {
        for listing in page.listings where listing.language == "text" && !listing.isTranscript {
            if listing.isScreen { continue }
            for (index, line) in listing.lines.enumerated() {
                for word in line.words where word.first?.isUppercase == true {
                    let isFolder = Project.files.contains { $0.hasSuffix("/\(word)") }
                    // The entity of the example about starting one's own project.
                    let isKnown =
                        isFolder || Project.exists(String(word)) || word == "Foods" || Project.declared.contains(word)
                    #expect(isKnown, "\(page.path):\(listing.line + index) names \(word)")
                }
            }
        }
    }

    /// Runs the lines that begin with `$ ` in a shell on a terminal, with the library of the demo, on
    /// November 22, 2026; what they print stands below them. The listings of one page share their library. Identifiers that the
    /// program chooses can't be compared.
    @Test(arguments: pages.filter { $0.listings.contains(where: \.isReplayed) })
    func everyTranscriptIsWhatTheProgramPrints(_ page: Page) async throws {
        let bookshelf = try CommandLineProgram()
        let today = try #require(Day(CommandLineProgram.today))
        let days = Int(today.daysSince1970) - Int(try #require(Day("2026-11-22")).daysSince1970)
        let folder = "\(bookshelf.directory.path)/.local/share/bookshelf/"
        let library = StoreChoice.file.library(in: folder, Variables { _ in nil })
        let demo = try await AppEnvironment.demo(today: { today }).library.snapshot()
        try await library.books.save(demo.books)
        try await library.borrowers.save(demo.borrowers)
        try await library.loans.save(demo.loans)
        for listing in page.listings where listing.isReplayed {
            var script = ["export NO_COLOR=1; exec </dev/null; bookshelf() { \"$bookshelf\" \"$@\"; }"]
            for line in listing.lines where line.hasPrefix("$ ") {
                let line = line.shifted(by: days)
                script += ["echo \(line.inShell)", String(line.dropFirst(2))]
            }
            let terminal = try bookshelf.onTerminal(
                shell: ["-c", script.joined(separator: "\n")], columns: 120, lines: 1_000)
            _ = try await terminal.end()
            let printed = terminal.screen.text.shifted(by: -days).withoutIdentifiers.split(separator: "\n")
            // Blank lines and comments are the page's own.
            let shown = listing.lines.enumerated().filter { !$0.element.isEmpty && !$0.element.hasPrefix("#") }
            for index in 0..<max(printed.count, shown.count) {
                let line = index < shown.count ? shown[index].element.withoutIdentifiers : "the end"
                let place = listing.line + (index < shown.count ? shown[index].offset : listing.lines.count)
                let found = index < printed.count ? String(printed[index]) : "nothing"
                guard found != line else { continue }
                Issue.record("\(page.path):\(place): the program prints\n\(found)\ninstead of\n\(line)")
                break
            }
        }
    }
}

extension Page.Listing {
    var isTranscript: Bool { language == "text" && lines.contains { $0.hasPrefix("$ ") } }

    /// Of one process at a time: a script compares what several print at once.
    fileprivate var isReplayed: Bool { isTranscript && !lines.contains { $0.hasSuffix(" &") } }
}

extension StringProtocol {
    fileprivate func shifted(by days: Int) -> String {
        String(self).replacing(/\b\d{4}-\d{2}-\d{2}\b/) { match in
            Day(String(match.0)).map { "\($0 + days)" } ?? String(match.0)
        }
    }

    fileprivate var withoutIdentifiers: String {
        String(self).replacing(/\b[0-9abcdefghjkmnpqrstvwxyz]{12}\b/) { _ in "#" }
    }
}
