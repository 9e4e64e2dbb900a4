import Foundation
import TestSupport
import Testing

/// The README and the pages name files, symbols, tests and other pages that exist. `ListingTests` checks their listings.
struct PagesTests {
    private static let pages = Project.pages
    private static let decisions = pages.filter { $0.path.contains("/Decisions/") }

    @Test(arguments: pages) func everyFileNamedExists(_ page: Page) {
        for (code, number) in page.codes where !page.line(number).contains("(new") {
            // The example in the page about adding an entity.
            if code.contains("Wish") { continue }
            let isPath = code.wholeMatch(of: /[\w.+\-\/]+(?:\.swift|\.md|\.sh|\/)|\.ci\/\w+/) != nil
            let isInFolder = code.wholeMatch(of: /(?:Domain|Data|Presentation|App|Tests)\/[\w.+\-\/]+/) != nil
            guard isPath || isInFolder else { continue }
            let isFound =
                code.contains("/")
                ? Project.exists(code) || Project.exists(page.folder + code)
                : Project.files.contains { $0.hasSuffix("/" + code) } || Project.exists(code)
            #expect(isFound || page.patches.contains("+++ b/\(code)\n"), "\(page.path):\(number) names \(code)")
        }
    }

    /// What looks like a symbol is a name in a source or in a listing of the page; after a type of the project stands a
    /// member that is declared where the type is. What a decision weighed need not be there. An exercise names what its
    /// patches add.
    @Test(arguments: pages) func everySymbolNamedExists(_ page: Page) {
        let own = Set((page.listings.map { $0.text + ($0.newFile ?? "") } + [page.patches]).flatMap(\.words))
        let headings = page.prose.filter { $0.text.hasPrefix("## ") }
        let weighed = headings.first { $0.text == "## Weighed" }?.line ?? .max
        let chosen = headings.first { $0.line > weighed }?.line ?? .max
        for (code, number) in page.codes where !(weighed..<chosen).contains(number) {
            // A file, a variable of the shell, or words.
            guard code.wholeMatch(of: /\.?[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*(?:\([\w:]*\))?/) != nil,
                code.contains(/[A-Z(.]/), code.contains(/[a-z]/), !code.contains(/\.(?:swift|md|sh)$/)
            else { continue }
            // The word is looked up outside the expectation, which would print all words.
            let unknown = code.words.filter {
                !own.contains($0) && !Self.namesElsewhere.contains($0) && !Project.words.contains($0)
            }
            #expect(unknown.isEmpty, "\(page.path):\(number) names \(code)")
            let parts = code.prefix { $0 != "(" }.split(separator: ".")
            guard parts.count == 2, !own.contains(parts[1]), code.first?.isUppercase == true,
                !Self.modules.contains(parts[0])
            else { continue }
            let homes = Project.sources.values.filter { $0.declared.contains(parts[0]) }
            let isMember = homes.isEmpty || homes.contains { $0.declared.contains(parts[1]) }
            #expect(isMember, "\(page.path):\(number) names \(code)")
        }
        for (number, text) in page.prose {
            for symbol in text.matches(of: /``([^`]+)``/).map(\.1) {
                let isTarget = Project.files.contains { $0.hasSuffix("/\(symbol).docc") }
                let names = symbol.prefix { $0 != "(" }.words
                let areKnown =
                    names.allSatisfy(Project.declared.contains) && symbol.words.allSatisfy(Project.words.contains)
                #expect(isTarget || areKnown, "\(page.path):\(number) names \(symbol)")
            }
        }
    }

    /// What can stand before the name of a type.
    private static let modules: Set<Substring> = ["Domain", "Storage", "Data", "Presentation", "App", "SwiftUI"]

    /// Names of SwiftPM and SwiftUI that nothing here uses.
    private static let namesElsewhere: Set<Substring> = ["systemLibrary", "pkgConfig", "EnvironmentValues"]

    @Test(arguments: pages) func everyLinkLeadsSomewhere(_ page: Page) throws {
        for (number, text) in page.prose {
            for match in text.matches(of: /\]\(([^)]+)\)|<doc:([^>]+)>|(https?:[^\s)>`]+)/) {
                let link = String(match.1 ?? match.2 ?? match.3 ?? "")
                let place: Comment = "\(page.path):\(number) links to \(link)"
                if link.contains("://") {
                    let url = try #require(URL(string: link), place)
                    #expect(url.host == "localhost" || url.scheme == "https" && url.host?.contains(".") == true, place)
                    continue
                }
                let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
                let path =
                    match.2 == nil
                    ? URL(filePath: "/\(page.directory)\(parts[0])").standardized.path : "/\(parts[0]).md"
                let destination = parts[0].isEmpty ? page : Self.pages.first { "/\($0.path)".hasSuffix(path) }
                #expect(destination != nil || match.2 == nil && Project.exists(path), place)
                if parts.count == 2 { #expect(destination?.anchors.contains(String(parts[1])) == true, place) }
            }
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
            return Project.files.filter { $0.hasPrefix(path) && !$0.dropFirst(path.count).contains("/") }
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
        let (gate, nightly) = (try Project.text(of: ".ci/run"), try Project.text(of: ".ci/nightly"))
        let scripts = Project.files.filter {
            $0.hasPrefix("Tests/") && $0.hasSuffix(".sh") && !$0.contains("/Support/") && !$0.contains("/Project/")
                && FileManager.default.isExecutableFile(atPath: Project.root.appending(path: $0).path)
        }
        try #require(scripts.count >= 10)
        for script in scripts {
            let row = page.text.split(separator: "\n").first { $0.hasPrefix("| `\(script)` | ") }
            let runs = gate.contains(script) ? "each change" : nightly.contains(script) ? "each night" : "by hand"
            #expect(row?.hasSuffix(" | \(runs) |") == true, "\(script)")
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
                let whole = Project.exists(path) ? path : page.folder + path
                let lines = Project.sources.filter {
                    $0.key.hasPrefix(whole) && !AddedFeatures.files.contains($0.key)
                }.reduce(0) { lines, file in
                    lines + file.value.text.utf8.count { $0 == UInt8(ascii: "\n") }
                }
                let number = page.text[..<match.range.lowerBound].count { $0 == "\n" } + 1
                #expect(
                    abs(lines - stated) <= max(3, lines / 20),
                    "\(page.path):\(number): \(path) has \(lines) lines, not \(stated)")
                count += 1
            }
        }
        #expect(count >= 12, "\(count)")
    }

    /// Each step of the journey begins with a layer, a file of it, and a symbol, whose last part is declared there.
    @Test func everyStepOfTheJourneyNamesASymbol() throws {
        let page = try #require(Self.pages.first { $0.path == "App/App.docc/FollowABook.md" })
        #expect((8...12).contains(page.steps.count))
        for step in page.steps {
            let match = try #require(step.firstMatch(of: /^\d+\. (\w+), `([^`]+)`, `([^`]+)`/), "\(step)")
            let layer = match.2.hasPrefix("Data/Storage/") ? "Storage" : match.2.prefix { $0 != "/" }
            #expect(match.1 == layer, "\(match.2) is in \(layer)")
            let name = try #require(match.3.split(separator: ".").last)
            let source = try #require(Project.sources[String(match.2)], "\(step)")
            #expect(source.declared.contains(name), "\(match.2) declares no \(match.3)")
        }
    }

    @Test(arguments: pages) func everyTestNamedExists(_ page: Page) throws {
        for (code, number) in page.tests {
            let names = code.split(separator: ".")
            let isFile = Project.sources.keys.contains { $0.hasSuffix("/\(names[0]).swift") }
            let holders = Project.sources.filter { path, source in
                // A file may have several suites.
                isFile ? path.hasSuffix("/\(names[0]).swift") : source.text.contains("struct \(names[0]) ")
            }
            for name in names {
                #expect(holders.values.contains { $0.declared.contains(name) }, "\(page.path):\(number) names \(code)")
            }
        }
    }

    @Test(arguments: decisions) func everyDecisionAsksAQuestionAndNamesATest(_ page: Page) throws {
        let parts = page.text.split(separator: "\n## ", omittingEmptySubsequences: false)
        #expect(parts.dropFirst().map { $0.prefix { $0 != "\n" } } == ["Weighed", "Chosen", "Guarded by"])
        #expect(parts[0].contains("?"), "it asks no question")
        let guards = Page(path: page.path, text: String(try #require(parts.last)))
        #expect(!guards.tests.isEmpty || guards.text.contains("`Tests/"), "it names no test")
    }
}
