import Testing

@testable import App

struct HelpTests {
    /// Every command and group, with its path of words.
    static let all = trees(Bookshelf.commands, path: ["bookshelf"])

    private static func trees(_ group: CommandGroup, path: [String]) -> [(
        path: [String], tree: CommandTree
    )] {
        [(path, .group(group))]
            + group.members.flatMap { member -> [(path: [String], tree: CommandTree)] in
                switch member {
                case .command: [(path + [member.name], member)]
                case .group(let inner): trees(inner, path: path + [inner.name])
                }
            }
    }

    @Test(arguments: all) func helpBeginsWithExamples(_ path: [String], _ tree: CommandTree) throws {
        let lines = Help<GlobalOptions>(path: path).text(on: tree).split(separator: "\n")
        #expect(lines.first == "Examples:")
        #expect(lines[1].hasPrefix("  " + path.joined(separator: " ")))
        #expect(lines.allSatisfy { $0.count <= 120 })
    }

    @Test(arguments: all) func everyCommandCanRun(_ path: [String], _ tree: CommandTree) {
        guard case .command(_, let type) = tree else { return }
        #expect(type is any Command.Type)
    }

    @Test(arguments: all) func examplesAreUnderstood(_ path: [String], _ tree: CommandTree) throws {
        for line in Help<GlobalOptions>(path: path).text(on: tree).split(separator: "\n")
        where line.hasPrefix("  bookshelf ") {
            // Usage lines contain placeholders. What follows a pipe is another program's.
            guard !line.contains("<"), !line.contains("[") else { continue }
            let words = shellWords(line.split { "|>".contains($0) }[0].dropFirst("  bookshelf ".count))
            #expect(throws: Never.self, "\(line)") { try Parser<GlobalOptions>.request(words, of: Bookshelf.commands) }
        }
    }

    @Test(arguments: Demo.tour.map(\.1)) func stepsOfTheDemoAreUnderstood(_ arguments: [String]) throws {
        guard case .run = try Parser<GlobalOptions>.request(arguments, of: Bookshelf.commands) else {
            Issue.record("\(arguments) runs no command")
            return
        }
    }

    @Test(arguments: all) func suggestionsNameMembers(_ path: [String], _ tree: CommandTree) {
        guard case .group(let group) = tree else { return }
        let names = group.members.map(\.name)
        for (word, name) in group.synonyms() {
            #expect(!names.contains(word) && word != "help", "\(word)")
            #expect(names.contains(name) || path.count == 1 && name == "help", "\(name)")
        }
    }

    @Test(arguments: [
        "list", "watch", "add", "edit", "lend", "return", "loans", "people list", "settings list", "import",
    ])
    func helpNamesTheColumns(_ command: String) async throws {
        let words = command.split(separator: " ").map(String.init)
        let tree = try #require(Self.all.first { $0.path == ["bookshelf"] + words }?.tree)
        let help = Help<GlobalOptions>(path: ["bookshelf"] + words).text(on: tree)
        let columns = try #require(help.split(separator: "separated by tabs:\n  ").dropFirst().first)
        #expect(columns.prefix { $0 != "\n" }.split(separator: ", ").count >= 3)
    }

    @Test func theHelpOfEditExplainsTheDaysThatItFillsIn() {
        let help = Help<GlobalOptions>(path: ["bookshelf", "edit"]).text(on: .command("edit", Edit.self))
        let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("--status read sets the finish day to today"))
        #expect(words.contains("--status reading sets the start day to today"))
    }

    private func shellWords(_ text: Substring) -> [String] {
        var words: [String] = []
        for (index, part) in text.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
            words += index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
        }
        return words
    }
}
