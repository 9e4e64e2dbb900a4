import Foundation
import Testing

/// A page of the project, the README or one of a catalogue, by its path. All of them are found, so that a new one is
/// checked too. Those of the template are about another project, which `template.sh` makes and tries.
struct Page: CustomTestStringConvertible, Sendable {
    let path: String
    let text: String

    /// Lines between two fences.
    struct Listing: Sendable {
        let language: String
        /// The number of its first line, after the fence.
        let line: Int
        /// Without the indentation of the list that it is in.
        var lines: [String] = []
        /// The Swift file that the text since the listing before names last as new.
        let newFile: String?

        var text: String { lines.joined(separator: "\n") }

        /// What each line has besides its indentation, so that a quotation may be indented otherwise than its source.
        var unindented: String { lines.map { $0.drop { $0 == " " } }.joined(separator: "\n") }
    }

    let listings: [Listing]
    /// The lines outside listings, with their numbers.
    let prose: [(line: Int, text: String)]

    init(path: String, text: String) {
        (self.path, self.text) = (path, text)
        var listings: [Listing] = []
        var prose: [(line: Int, text: String)] = []
        var open: (listing: Listing, indentation: Int)?
        var newFile: String?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let content = line.drop { $0 == " " }
            if let (listing, indentation) = open {
                if content.hasPrefix("```") {
                    listings.append(listing)
                    (open, newFile) = (nil, nil)
                } else {
                    open?.listing.lines.append(String(line.dropFirst(indentation)))
                }
            } else if content.hasPrefix("```") {
                let listing = Listing(language: String(content.dropFirst(3)), line: index + 2, newFile: newFile)
                open = (listing, line.count - content.count)
            } else {
                prose.append((index + 1, String(line)))
                newFile = line.matches(of: /`([\w\/+]+\.swift)`\**\s\(new/).last.map { String($0.1) } ?? newFile
            }
        }
        (self.listings, self.prose) = (listings, prose)
    }

    var testDescription: String { path }

    func line(_ number: Int) -> String { prose.first { $0.line == number }?.text ?? "" }

    /// Pages of a catalogue may name files relative to their target's folder.
    var folder: String {
        path.range(of: #"[^/]+\.docc/"#, options: .regularExpression).map { String(path[..<$0.lowerBound]) } ?? ""
    }

    var directory: String { path.split(separator: "/").dropLast().map { $0 + "/" }.joined() }

    /// The patches in its folder, such as those of an exercise.
    var patches: String {
        Project.files.filter { $0.hasPrefix(directory) && $0.hasSuffix(".patch") }
            .compactMap { try? Project.text(of: $0) }.joined(separator: "\n")
    }

    /// The text between single backquotes, with the number of its line.
    var codes: [(code: String, line: Int)] {
        prose.flatMap { line, text in
            text.replacing("``", with: "").split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .filter { !$0.offset.isMultiple(of: 2) }.map { (String($0.element), line) }
        }
    }

    /// The tests that it names: `SomeTests` or `SomeTests.aTest`.
    var tests: [(code: String, line: Int)] {
        codes.filter { $0.code.wholeMatch(of: /[A-Z]\w*Tests(?:\.\w+)?/) != nil && !$0.code.hasSuffix(".swift") }
    }

    /// The first line of each step of a numbered list.
    var steps: [String] {
        text.split(separator: /\n(?=\d+\. )/).dropFirst().map { String($0.prefix { $0 != "\n" }) }
    }

    /// The name that a link to each heading has: its words in lower case with hyphens, as on the web; or as DocC has it,
    /// with its capitals.
    var anchors: Set<String> {
        let headings = prose.map(\.text).filter { $0.hasPrefix("#") }.map { $0.drop { $0 == "#" || $0 == " " } }
        return Set(
            headings.flatMap { heading -> [String] in
                let name = heading.filter { $0.isLetter || $0.isNumber || " -".contains($0) }.replacing(" ", with: "-")
                return [name, name.lowercased()]
            })
    }
}

/// The files of the project.
enum Project {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// All files and folders except build products.
    static let files = ["Domain", "Data", "Presentation", "App", "Tests", ".ci"].flatMap { folder in
        (FileManager.default.subpaths(atPath: root.appending(path: folder).path) ?? []).map { folder + "/" + $0 }
    }

    static let pages = (["README.md"] + files.filter { $0.hasSuffix(".md") && !$0.contains("/Template/") }).map {
        // An unreadable page is empty, and fails the tests that look for it.
        Page(path: $0, text: (try? text(of: $0)) ?? "")
    }

    /// Every Swift file, by its path.
    static let sources = Dictionary(
        uniqueKeysWithValues: (["Package.swift"] + files.filter { $0.hasSuffix(".swift") }).map {
            ($0, Source((try? text(of: $0)) ?? ""))
        })

    /// All words of the sources, outside comments.
    static let words = sources.values.reduce(into: Set<Substring>()) { $0.formUnion($1.words) }

    /// All names that the sources declare or extend.
    static let declared = sources.values.reduce(into: Set<Substring>()) { $0.formUnion($1.declared) }

    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: path).path)
    }
}

struct Source: Sendable {
    let text: String
    /// All words outside comments.
    private(set) var words: Set<Substring> = []
    /// The names that it declares or extends.
    private(set) var declared: Set<Substring> = []

    private static let keywords: Set<Substring> = [
        "func", "var", "let", "struct", "class", "enum", "actor", "protocol", "typealias", "case", "extension", "init",
    ]

    init(_ text: String) {
        self.text = text
        for line in text.split(separator: "\n") where !line.drop(while: { $0 == " " }).hasPrefix("//") {
            let words = line.words
            self.words.formUnion(words)
            for (keyword, name) in zip(words, words.dropFirst()) where Self.keywords.contains(keyword) {
                declared.insert(name)
            }
            // Several cases may be on one line, and an initialiser's name is its keyword.
            if words.first == "case" { declared.formUnion(words) }
            if words.contains("init") { declared.insert("init") }
        }
    }
}

extension StringProtocol where SubSequence == Substring {
    /// Its longest parts of letters, digits and underscores of ASCII.
    var words: [Substring] {
        utf8.split { !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || 0x30...0x39 ~= $0 || $0 == 0x5F) }
            .map { self[$0.startIndex..<$0.endIndex] }
    }
}
