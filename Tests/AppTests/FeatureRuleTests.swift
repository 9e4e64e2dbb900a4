import Foundation
import TestSupport
import Testing

/// A feature is a folder, with the same name in each layer. `Library` uses no feature, and none uses `ImportExport`.
struct FeatureRuleTests {
    private static let layers = ["Domain", "Data", "Presentation", "App/Commands"]
    /// Those that a layer has a folder for.
    private static var features: Set<String> {
        get throws {
            let rooms = ["Storage", "Cached"]
            return try Set(
                layers.flatMap { layer in
                    try FileManager.default.contentsOfDirectory(
                        at: root.appending(path: layer), includingPropertiesForKeys: [.isDirectoryKey]
                    ).filter { $0.hasDirectoryPath && $0.pathExtension != "docc" }.map(\.lastPathComponent)
                }
            ).subtracting(rooms).filter { feature in
                // Those from the template aren't in the map.
                !AddedFeatures.files.contains { $0.contains("/\(feature)/") }
            }
        }
    }
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func files() throws -> [File] {
        try layers.flatMap { layer in
            try features.flatMap { feature -> [File] in
                let folder = "\(layer)/\(feature)"
                let paths = FileManager.default.subpaths(atPath: Self.root.appending(path: folder).path) ?? []
                return try paths.filter { $0.hasSuffix(".swift") && !AddedFeatures.files.contains("\(folder)/\($0)") }
                    .map { path in
                        let text = try String(
                            contentsOf: Self.root.appending(path: "\(folder)/\(path)"), encoding: .utf8)
                        return File("\(folder)/\(path)", of: feature, text)
                    }
            }
        }
    }

    /// A dot in the README stands for a folder, and a gap for none. Each feature has a row.
    @Test func theREADMEShowsWhichLayersHaveAFeature() throws {
        let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        let lines = readme.split(separator: "\n")
        let start = try #require(lines.firstIndex { $0.hasSuffix(Self.layers.joined(separator: "  ")) })
        let (titles, rows) = (lines[start], lines[(start + 1)...].prefix { $0.contains("·") })
        #expect(try Set(rows.map { $0.prefix { $0.isLetter } }) == Set(Self.features.map { $0[...] }))
        for row in rows {
            let feature = row.prefix { $0.isLetter }
            for layer in Self.layers {
                let title = try #require(titles.firstRange(of: "  \(layer)"))
                let column = titles.distance(from: titles.startIndex, to: title.lowerBound)
                let hasDot = row.dropFirst(column).prefix(layer.count + 2).contains("·")
                let path = Self.root.appending(path: "\(layer)/\(feature)").path
                #expect(hasDot == FileManager.default.fileExists(atPath: path), "\(layer)/\(feature)")
            }
        }
    }

    @Test func featuresUseEachOtherAsTheDesignSays() throws {
        let files = try Self.files()
        try #require(files.count > 100)
        var homes: [String: Set<String>] = [:]
        for file in files {
            for type in file.types { homes[type, default: []].insert(file.feature) }
        }
        var found: Set<String> = []
        for file in files {
            for word in file.words {
                guard let homes = homes[word], !homes.contains(file.feature) else { continue }
                for home in homes where file.feature == "Library" || home == "ImportExport" {
                    found.insert("\(file.path) uses \(home)")
                }
            }
        }
        #expect(found == Self.exempt)
    }

    /// Members of a feature need no type's name: `library.books`, for example.
    @Test func libraryHasNoWordsOfAFeature() throws {
        let named = Self.exempt.map { $0.prefix { $0 != " " } }
        let files = try Self.files().filter { $0.feature == "Library" && !named.contains($0.path[...]) }
        try #require(files.count > 30)
        for file in files {
            let words = file.code.replacing(/[Bb]ookshelf/, with: "").matches(
                of: /(?i)\w*(?:book|borrower|loan|isbn|shel[fv])\w*/
            ).map(\.output).filter { !AddedFeatures.names($0) }
            #expect(words == Self.messages[file.path] ?? [], "\(file.path)")
        }
    }

    /// Comments and literals included, the words of an identifier one by one. Files that a new project has of its own
    /// don't count. `template.sh` looks at what comes out; this test says it sooner.
    @Test func whatNewProjectsTakeAsItIsHasNoWordsOfAFeature() throws {
        let rooms = try String(contentsOf: Self.root.appending(path: "Tests/Template/rooms.txt"), encoding: .utf8)
            .split(separator: "\n").filter { !$0.hasPrefix("#") && !$0.hasPrefix("[") }
        let excluded = rooms.filter { $0.hasPrefix("-") }.map { $0.dropFirst() }
        let folders = rooms.filter { $0.hasSuffix("/") && !$0.hasPrefix("-") } + ["Tests/Template/Project/"]
        let paths = folders.flatMap { room in
            (FileManager.default.subpaths(atPath: Self.root.appending(path: room).path) ?? []).map { room + $0 }
        }.filter { path in
            path.hasSuffix(".swift") && !AddedFeatures.files.contains(path)
                && !excluded.contains { path.hasPrefix($0) }
                && !FileManager.default.fileExists(
                    atPath: Self.root.appending(path: "Tests/Template/Project/\(path)").path)
        }
        try #require(paths.count > 300)
        let words = /(?:books?|shelf|shelves|isbn|authors?|borrowers?|loans?|lend|lent|goodreads|catalogue)/
        for path in paths {
            let text = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
            let found = AddedFeatures.removingNames(from: text).matches(of: /[A-Z]?[a-z]+|[A-Z]+/).map(\.output)
                .filter {
                    $0.lowercased().wholeMatch(of: words) != nil
                }
            #expect(found.isEmpty, "\(path)")
        }
    }

    /// Messages are exempt like errors: a case for each feature.
    private static let messages: [String: [Substring]] = ["Presentation/Library/LibraryError+Message.swift": ["book"]]

    /// Files that name every feature, one line for each.
    private static let exempt: Set = [
        "Data/Library/LibrarySchema+Types.swift uses Books", "Data/Library/LibrarySchema+Types.swift uses Lending",
        "Domain/Library/LibraryError.swift uses Books",
        "Domain/Library/LibraryError.swift uses Lending",
        "Domain/Library/LibraryError.swift uses Catalog",
        "Domain/Library/LibraryError.swift uses Merging",
    ]
}

private struct File {
    let path: String
    let feature: String
    /// The words that begin with a capital letter, outside comments and literals.
    let words: Set<String>
    /// Without comments and literals.
    let code: String
    /// The types that it declares for other files, outside of other types.
    let types: [String]

    init(_ path: String, of feature: String, _ text: String) {
        var words: Set<String> = []
        var types: [String] = []
        var allCode: [String] = []
        var isInText = false
        for line in text.split(separator: "\n") {
            let isDelimiter = line.contains("\"\"\"")
            if isDelimiter { isInText.toggle() }
            if isInText || isDelimiter || line.drop(while: { $0 == " " }).hasPrefix("//") { continue }
            // Every other part between quotation marks is a literal.
            let code = line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined(separator: " ")
            allCode.append(code)
            let names = code.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
            words.formUnion(names.filter { $0.first?.isUppercase == true })
            let keywords: Set = ["struct", "class", "enum", "protocol", "actor", "typealias"]
            if line.first == " " || code.contains("private ") { continue }
            types += names.drop { !keywords.contains($0) }.dropFirst().prefix(1)
        }
        (self.path, self.feature, self.words, self.types) = (path, feature, words, types)
        self.code = allCode.joined(separator: "\n")
    }
}
