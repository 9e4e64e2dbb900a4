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

    /// A link may lead to a folder: then a click on one of its pages is the next. `<doc:…>` is a link in DocC only, so it
    /// doesn't count.
    @Test func everyPageIsThreeClicksFromTheReadme() throws {
        let pages = Self.pages.filter { $0.path.contains(".docc/") }
        try #require(pages.count >= 15)
        var reached: Set = ["README.md"]
        var latest = reached
        for _ in 1...3 {
            latest = Set(latest.flatMap(Self.clicks)).subtracting(reached)
            reached.formUnion(latest)
        }
        for page in pages { #expect(reached.contains(page.path), "\(page.path)") }
    }

    /// The files and folders that one click leads to.
    private static func clicks(from path: String) -> [String] {
        if path.hasSuffix("/") {
            return files.filter { $0.hasPrefix(path) && !$0.dropFirst(path.count).contains("/") }
        }
        guard let page = pages.first(where: { $0.path == path }) else { return [] }
        return page.text.matches(of: /\]\(([^)]+)\)/).map { page.directory + $0.1 }
    }

    @Test func theTopicsOfATargetHaveEveryPageOfIt() throws {
        let targets = Self.pages.filter { $0.path.wholeMatch(of: /.*\b(\w+)\/\1\.docc\/\1\.md/) != nil }
        try #require(targets.count >= 5)
        for target in targets {
            let topics = try #require(target.text.components(separatedBy: "\n## Topics\n").dropFirst().first)
            for page in Self.pages where page.path.hasPrefix(target.directory) && page.path != target.path {
                let name = try #require(page.path.split(separator: "/").last).dropLast(3)
                #expect(topics.contains("\n- <doc:\(name)>"), "\(target.path) lacks \(page.path)")
            }
        }
    }

    /// Those without the right to be run are parts of others.
    @Test func thePageAboutTestsHasEveryScript() throws {
        let page = try #require(Self.pages.first { $0.path == "App/App.docc/HowItIsTested.md" })
        let gate = try Self.text(of: ".ci/run")
        let scripts = Self.files.filter {
            $0.hasPrefix("Tests/") && $0.hasSuffix(".sh") && !$0.contains("/Support/") && !$0.contains("/Project/")
                && FileManager.default.isExecutableFile(atPath: Self.root.appending(path: $0).path)
        }
        try #require(scripts.count >= 10)
        for script in scripts {
            let row = page.text.split(separator: "\n").first { $0.hasPrefix("| `\(script)` | ") }
            #expect(row?.hasSuffix(gate.contains(script) ? " | yes |" : " | no |") == true, "\(script)")
        }
    }

    /// To within five in a hundred, or three lines.
    @Test func sizesAreAboutRight() throws {
        var count = 0
        for page in Self.pages {
            for match in page.text.matches(of: /`([\w\/.]+)`[^`()]*\(([\d,]+)\slines\)|`([\w\/.]+)`,\s([\d,]+)\slines/)
            {
                let path = String(match.1 ?? match.3 ?? "")
                let stated = Int((match.2 ?? match.4 ?? "").filter(\.isNumber)) ?? 0
                let whole = Self.exists(path) ? path : page.folder + path
                let files = whole.hasSuffix("/") ? Self.files.filter { $0.hasPrefix(whole) } : [whole]
                let lines = try files.filter { $0.hasSuffix(".swift") }.reduce(0) { lines, file in
                    lines + (try Self.text(of: file)).utf8.count { $0 == UInt8(ascii: "\n") }
                }
                #expect(
                    abs(lines - stated) <= max(3, lines / 20), "\(page.path): \(path) has \(lines) lines, not \(stated)"
                )
                count += 1
            }
        }
        #expect(count >= 20, "\(count)")
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
            var holders = try Self.files.filter { $0.hasSuffix("/\(names[0]).swift") }.map { try Self.text(of: $0) }
            if holders.isEmpty {
                // A file may have several suites.
                let tests = Self.files.filter { $0.hasPrefix("Tests/") && $0.hasSuffix("Tests.swift") }
                holders = try tests.map { try Self.text(of: $0) }.filter { $0.contains("struct \(names[0]) ") }
            }
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
