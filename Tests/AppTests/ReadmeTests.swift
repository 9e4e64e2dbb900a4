import Foundation
import TestSupport
import TestTraits
import Testing

@testable import App

/// The README and the manual agree with the program.
@Suite(.fewAtATime, .endsIfItHangs)
struct ReadmeTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private func text(of path: String) throws -> String {
        try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    }

    private func listings(_ language: String, of path: String) throws -> [String] {
        try text(of: path).components(separatedBy: "```\(language)\n").dropFirst()
            .map { $0.components(separatedBy: "```")[0] }
    }

    private static let manual = "App/App.docc/Manual.md"

    /// What it is, two commands, the layers; then learn, start your own, use. The rest has pages.
    @Test func theREADMEIsReadInMinutes() throws {
        let lines = try text(of: "README.md").split(separator: "\n", omittingEmptySubsequences: false)
        #expect((100...200).contains(lines.count), "README.md has \(lines.count) lines")
        let listings = try listings("sh", of: "README.md")
        #expect(listings.prefix(2) == ["swift run bookshelf demo\n", "swift test\n"])
        let headings = lines.filter { $0.hasPrefix("## ") }
        #expect(headings.prefix(4) == ["## The layers", "## Learn", "## Start your own", "## Use it"])
    }

    @Test func theTableHasEveryCommandInOrder() throws {
        let rows = try text(of: Self.manual).split(separator: "\n").filter { $0.hasPrefix("| `bookshelf ") }
        let names = rows.map { $0.dropFirst("| `bookshelf ".count).prefix { $0.isLetter } }.map(String.init)
        #expect(names == CommandGroup.bookshelf.members.map(\.name).filter { !AddedFeatures.commands.contains($0) })
    }

    /// The package, the archive, and from source. `Tests/EndToEnd/package.sh` runs the first two.
    @Test func itIsUsedInThreeWaysOfOneLine() throws {
        let rest = try #require(try text(of: "README.md").components(separatedBy: "## Use it\n\n```sh\n").last)
        let lines = rest.components(separatedBy: "```")[0].split(separator: "\n")
        let version = Bookshelf.version
        let ways = [
            "sudo apt install ./bookshelf_\(version)_", "tar -xzf bookshelf-\(version)-linux-",
            "swift build -c release ",
        ]
        #expect(lines.count == 3)
        #expect(zip(lines, ways).allSatisfy { $0.hasPrefix($1) }, "\(lines)")
    }

    /// What the packages say comes from there; `.ci/package` refuses other pages.
    @Test func thePageOfChangesBeginsWithTheVersion() throws {
        let versions = try text(of: "App/App.docc/Changes.md").split(separator: "\n").filter { $0.hasPrefix("## ") }
        #expect(versions.first == "## \(Bookshelf.version), \(Bookshelf.date)")
        #expect(versions.allSatisfy { $0.wholeMatch(of: /## \d+\.\d+\.\d+, [A-Z][a-z]+ \d{1,2}, \d{4}/) != nil })
    }

    /// Runs what follows the build, and the manual's lines for fish and the man page, with a script as the built program.
    @Test func theInstallationWorksInAnEmptyHome() async throws {
        let bookshelf = try CommandLineProgram()
        let installation = try #require(
            try listings("sh", of: "README.md").compactMap { $0.firstMatch(of: /\nswift build .*?&&(.+)/) }.first)
        try FileManager.default.createDirectory(
            at: bookshelf.directory.appending(path: ".local/bin"), withIntermediateDirectories: true)
        let others = try listings("sh", of: Self.manual).flatMap { $0.split(separator: "\n") }
            .filter { $0.hasPrefix("install ") }
        try #require(others.count == 2)
        let release = bookshelf.directory.appending(path: ".build/release")
        try FileManager.default.createDirectory(at: release, withIntermediateDirectories: true)
        try Data("#!/bin/sh\necho $@\n".utf8).write(to: release.appending(path: "bookshelf"))
        let process = try bookshelf.process(["-ec", ([installation.1] + others).joined(separator: "\n")])
        process.executableURL = URL(filePath: "/bin/sh")
        process.environment?["PATH"] = bookshelf.directory.path + "/.local/bin:/usr/bin:/bin"
        #expect(try await bookshelf.run(process) == CommandLineProgram.Outcome())
        #expect(try bookshelf.contents(of: ".config/fish/completions/bookshelf.fish") == "completions fish\n")
        #expect(try bookshelf.contents(of: ".local/share/man/man1/bookshelf.1") == "help --man\n")
    }

    @Test func theManualHasEveryExitStatus() throws {
        let statuses = try text(of: Self.manual).matches(of: /\n\| (\d+) \|/).compactMap { Int32($0.1) }
        #expect(statuses == (0...127).filter { ExitStatus(rawValue: $0) != nil })
    }

    @Test func theManualHasEverySetting() throws {
        let rows = try text(of: Self.manual).split(separator: "\n")
        for setting in Settings.all {
            let row = rows.first { $0.hasPrefix("| `\(setting.name)` |") }
            #expect(row?.hasSuffix("| `\(setting.row([:]).text)` |") == true, "\(setting.name)")
        }
    }

    @Test func theManualHasEveryVariable() throws {
        let manual = try text(of: Self.manual)
        let folder = Self.root.appending(path: "App")
        let paths = try #require(FileManager.default.subpaths(atPath: folder.path)).filter { $0.hasSuffix(".swift") }
        var names: Set<String> = []
        for path in paths {
            let source = try text(of: "App/" + path)
            names.formUnion(source.matches(of: /variables\["(\w+)"\]/).map { String($0.1) })
            names.formUnion(source.matches(of: /\.variable\("(\w+)"\)/).map { Bookshelf.variable(String($0.1)) })
        }
        #expect(names.count >= 8)
        let terms = ManualSection.all.flatMap(\.entries).flatMap { $0.term.split(separator: ", ") }
        for name in names {
            #expect(manual.contains("`\(name)`"), "\(name)")
            #expect(terms.contains { $0 == name }, "the manual page lacks \(name)")
        }
    }
}
