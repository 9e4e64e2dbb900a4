import Foundation
import Testing

/// The README and the pages name files, symbols and tests that exist.
struct PagesTests {
    /// A page, by its path in the repository. Pages of a catalogue may name files relative to their target's folder.
    struct Page: CustomTestStringConvertible, Sendable {
        let path: String
        let text: String

        var testDescription: String { path }

        var folder: String {
            path.range(of: #"[^/]+\.docc/"#, options: .regularExpression).map { String(path[..<$0.lowerBound]) } ?? ""
        }

        var directory: String { path.split(separator: "/").dropLast().map { $0 + "/" }.joined() }

        /// The text between single backquotes, outside listings, with its line.
        var codes: [(code: String, line: Substring)] {
            var isListing = false
            var codes: [(code: String, line: Substring)] = []
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                if line.drop(while: { $0 == " " }).hasPrefix("```") { isListing.toggle() }
                if isListing { continue }
                let parts = line.replacing("``", with: "").split(separator: "`", omittingEmptySubsequences: false)
                for (index, part) in parts.enumerated() where !index.isMultiple(of: 2) {
                    codes.append((String(part), line))
                }
            }
            return codes
        }

        /// The tests that it names: `SomeTests` or `SomeTests.aTest`.
        var tests: [String] {
            codes.map(\.code).filter { $0.wholeMatch(of: /[A-Z]\w*Tests(?:\.\w+)?/) != nil && !$0.hasSuffix(".swift") }
        }

        /// The first line of each step of a numbered list.
        var steps: [String] {
            text.split(separator: /\n(?=\d+\. )/).dropFirst().map { String($0.prefix { $0 != "\n" }) }
        }
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    /// All files except build products.
    private static let files = ["Domain", "Data", "Presentation", "App", "Tests", ".ci"].flatMap { folder in
        (FileManager.default.subpaths(atPath: root.appending(path: folder).path) ?? []).map { folder + "/" + $0 }
    }
    /// The pages of the template are about another project, which `template.sh` makes and tries.
    private static let pages = (["README.md"] + files.filter { $0.hasSuffix(".md") && !$0.contains("/Template/") }).map
    {
        // An unreadable page is empty, and fails the tests that look for it.
        Page(path: $0, text: (try? String(contentsOf: root.appending(path: $0), encoding: .utf8)) ?? "")
    }
    private static let decisions = pages.filter { $0.path.contains("/Decisions/") }

    private static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    private static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: path).path)
    }

    @Test(arguments: pages) func everyFileNamedExists(_ page: Page) {
        for (code, line) in page.codes where !line.contains("(new") {
            // The example in the page about adding an entity.
            if code.contains("Wish") { continue }
            let isPath = code.wholeMatch(of: /[\w.+\-\/]+(?:\.swift|\.md|\.sh|\/)|\.ci\/\w+/) != nil
            let isInFolder = code.wholeMatch(of: /(?:Domain|Data|Presentation|App|Tests)\/[\w.+\-\/]+/) != nil
            guard isPath || isInFolder else { continue }
            let isFound =
                code.contains("/")
                ? Self.exists(code) || Self.exists(page.folder + code)
                : Self.files.contains { $0.hasSuffix("/" + code) } || Self.exists(code)
            #expect(isFound, "\(page.path) names \(code)")
        }
    }

    @Test(arguments: pages) func everyLinkLeadsToAFile(_ page: Page) {
        for match in page.text.matches(of: /\]\(([^)]+)\)/) where !match.1.contains("://") {
            #expect(Self.exists(page.directory + match.1), "\(page.path) links to \(match.1)")
        }
    }

    @Test func theReadmeListsEveryPage() throws {
        let readme = try #require(Self.pages.first { $0.path == "README.md" })
        let pages = Self.pages.filter { $0.path.contains(".docc/") }
        try #require(pages.count >= 15)
        for page in pages {
            #expect(readme.text.contains("](\(page.path))"), "\(page.path)")
        }
    }

    @Test func sizesAreAboutRight() throws {
        var count = 0
        for page in Self.pages {
            for match in page.text.matches(of: /`([\w\/.]+)`[^`()]*\(([\d,]+)\slines\)|`([\w\/.]+)`,\s([\d,]+)\slines/)
            {
                let path = String(match.1 ?? match.3 ?? "")
                let stated = Int((match.2 ?? match.4 ?? "").filter(\.isNumber)) ?? 0
                let files = path.hasSuffix("/") ? Self.files.filter { $0.hasPrefix(path) } : [path]
                let lines = try files.filter { $0.hasSuffix(".swift") }.reduce(0) { lines, file in
                    lines + (try Self.text(of: file)).split(separator: "\n", omittingEmptySubsequences: false).count
                }
                #expect(abs(lines - stated) * 5 <= lines + 50, "\(path) has \(lines) lines, not \(stated)")
                count += 1
            }
        }
        #expect(count >= 5)
    }

    /// Each step of the journey begins with a file and a symbol, whose last part is declared in that file.
    @Test func everyStepOfTheJourneyNamesASymbol() throws {
        let page = try #require(Self.pages.first { $0.path == "App/App.docc/FollowABook.md" })
        #expect((8...12).contains(page.steps.count))
        for step in page.steps {
            let match = try #require(step.firstMatch(of: /^\d+\. `([^`]+)`, `([^`]+)`/), "\(step)")
            let name = try #require(match.2.split(separator: ".").last)
            let text = try Self.text(of: String(match.1))
            #expect(try Self.declares(name, in: text), "\(match.1) declares no \(match.2)")
        }
    }

    @Test(arguments: pages) func everyTestNamedExists(_ page: Page) throws {
        for name in page.tests {
            let names = name.split(separator: ".")
            let holders = try Self.files.filter { $0.hasSuffix("/\(names[0]).swift") }.map { try Self.text(of: $0) }
            for name in names { #expect(try holders.contains { try Self.declares(name, in: $0) }, "\(name)") }
        }
    }

    @Test(arguments: decisions) func everyDecisionAsksAQuestionAndNamesATest(_ page: Page) throws {
        let parts = page.text.split(separator: "\n## ", omittingEmptySubsequences: false)
        #expect(parts.dropFirst().map { $0.prefix { $0 != "\n" } } == ["Weighed", "Chosen", "Guarded by"])
        #expect(parts[0].contains("?"), "it asks no question")
        let guards = Page(path: page.path, text: String(try #require(parts.last)))
        #expect(!guards.tests.isEmpty || guards.text.contains("`Tests/"), "it names no test")
    }

    /// Whether `text` declares or extends that name.
    private static func declares(_ name: Substring, in text: String) throws -> Bool {
        let keyword = "(?:func|var|let|struct|class|enum|actor|protocol|typealias|case|extension)"
        return text.contains(try Regex("\\b\(keyword) `?\(name)\\b"))
    }
}
