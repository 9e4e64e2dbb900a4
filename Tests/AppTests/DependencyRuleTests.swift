import Foundation
import Testing

/// Rules that the compiler can't check. For those between targets, see `Tests/EndToEnd/arrows.sh`.
///
/// The boundaries of words are simple, because Unicode counts `library.books` as one word.
struct DependencyRuleTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The Swift files below a folder, with their paths. There must be some, because a rule without files can't fail.
    private func sources(in folder: String, atLeast least: Int = 6) throws -> [(path: String, text: String)] {
        let directory = Self.root.appending(path: folder)
        let paths = try #require(FileManager.default.subpaths(atPath: directory.path)).filter { $0.hasSuffix(".swift") }
        try #require(paths.count >= least, "only \(paths.count) Swift files in \(folder)")
        return try paths.map { path in
            (folder + "/" + path, try String(contentsOf: directory.appending(path: path), encoding: .utf8))
        }
    }

    /// The imported modules, in every branch of `#if`. Before the word `import`, only a quote or a comment rules out a
    /// match.
    private func imports(in text: String) -> [String] {
        let declaration =
            /^(?:[^"\/]*\s)?import\s+(?:(?:typealias|struct|class|enum|protocol|let|var|func)\s+)?`?(\w+)/
        return text.split { $0.isNewline || $0 == ";" }.filter { $0.contains("import") }
            .compactMap { $0.replacing(/\/\*.*?\*\//, with: " ").firstMatch(of: declaration) }.map { String($0.1) }
    }

    @Test(arguments: [
        "import Data", "  import Data", "\timport\tData", "import   Data", "import Data // why", "import Data// why",
        "import Data;", "import struct Data.StoreError", "import\tfunc  Data.write", "import `Data`",
        "@testable import Data", "public import Data", "@_exported public import struct Data.StoreError // why",
        "@_spi(Testing) @preconcurrency import Data", "#if os(macOS)\n    import Data\n#endif", "/* why */ import Data",
        "import Data.Records", "let x = 1; import Data",
    ])
    func importsAreFoundInEveryForm(_ text: String) {
        #expect(imports(in: text) == ["Data"])
    }

    @Test(arguments: [
        "// import Data", "/// import Data", "let important = Data()", "case .import: Data()", "print(\"import Data\")",
        "/* import Data */", "reimport Data",
    ])
    func otherTextIsNotTakenForAnImport(_ text: String) {
        #expect(imports(in: text) == [])
    }

    @Test func severalImportsAreAllFound() {
        #expect(imports(in: "import A; import B\r\nimport C\n\nimport struct D.E") == ["A", "B", "C", "D"])
    }

    @Test func theWordImportDoesNotOccurInDomain() throws {
        let word = /\bimport\b/.wordBoundaryKind(.simple)
        for (path, text) in try sources(in: "Domain") {
            #expect(text.firstMatch(of: word) == nil, "\(path)")
        }
    }

    /// The whole of Foundation is slow to load. It is imported only on platforms without FoundationEssentials, which have
    /// it loaded anyway, and for networking.
    @Test func allOfFoundationIsImportedOnlyWhereItIsNeeded() throws {
        let layers = ["Domain", "Data", "Presentation", "App"]
        var found: [String] = []
        for (path, text) in try layers.flatMap({ try sources(in: $0) }) {
            for condition in conditions(ofImporting: "Foundation", in: text) where condition != Self.nothingLess {
                found.append("\(path): \(condition)")
            }
        }
        #expect(found == ["Data/Storage/HTTP/URLSessionClient.swift: Remote"])
    }

    private static let nothingLess = "not canImport(FoundationEssentials)"

    /// The innermost condition of each import of that module; "always" if it has none.
    private func conditions(ofImporting module: String, in text: String) -> [String] {
        var conditions = ["always"]
        var found: [String] = []
        // Most lines have neither, and looking at their words takes long.
        for line in text.split(separator: "\n") where line.contains("#") || line.contains("import") {
            let words = line.split(separator: " ").map(String.init)
            switch words.first {
            case "#if": conditions.append(words.dropFirst().joined(separator: " "))
            case "#elseif": conditions[conditions.endIndex - 1] = words.dropFirst().joined(separator: " ")
            case "#else": conditions[conditions.endIndex - 1] = "not " + conditions[conditions.endIndex - 1]
            case "#endif": conditions.removeLast()
            default:
                if imports(in: String(line)).contains(module) { found.append(conditions[conditions.endIndex - 1]) }
            }
        }
        return found
    }

    /// Servers and their protocols belong to Data.
    @Test func onlyDataMentionsTheNetwork() throws {
        let words = /\b(?:URL|URLs|URLSession|HTTP|HTTPS)\b/.wordBoundaryKind(.simple)
        for (path, text) in try ["Domain", "Presentation", "App"].flatMap({ try sources(in: $0) }) {
            #expect(text.firstMatch(of: words) == nil, "\(path)")
        }
    }

    /// Every front end shows its messages.
    @Test func presentationGivesNoCommandLineAdvice() throws {
        for (path, text) in try sources(in: "Presentation") {
            #expect(!text.contains("bookshelf"), "\(path)")
            #expect(!text.contains("--"), "\(path)")
        }
    }

    /// Adding such a store changes only these files.
    @Test func aStoreOnOtherMachinesIsNamedWhereStoresAreChosen() throws {
        let found = try ["Domain", "Presentation", "App"].flatMap { try sources(in: $0) }
            .filter { $0.text.lowercased().contains("etcd") }
        let paths = ["App/Environment/Etcd/StoreChoice+Etcd.swift", "App/Environment/StoreChoice.swift"]
        #expect(found.map(\.path).sorted() == paths)
    }

    /// A book that is saved directly could break a rule. A restored backup and a repair are Data's. The decorators
    /// of a trace pass on what a use case calls.
    @Test func onlyUseCasesChangeTheLibrary() throws {
        let changes = /\b(?:books|borrowers|loans|repository\(of: \w+\.self\))\s*\.(?:save|delete)\b|\.perform\b/
            .wordBoundaryKind(.simple)
        let found = try ["Presentation", "App"].flatMap { try sources(in: $0) }.filter { $0.text.contains(changes) }
        #expect(found.map(\.path).filter { !$0.hasPrefix("App/Environment/Tracing/") } == [])
        #expect(try sources(in: "Domain").count { $0.text.contains(changes) } >= 5)
    }

    @Test func thePackageDependsOnNoOther() throws {
        let manifest = try String(contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
        #expect(manifest.contains(".target(name: \"Domain\""))
        #expect(!manifest.contains(".package("))
    }

    /// `CachedRepository` is a part to take, which the program doesn't run.
    @Test func theLibraryIsNotCached() throws {
        let users = try ["Domain", "Data", "Presentation", "App"].flatMap { try sources(in: $0) }
            .filter { $0.text.contains("CachedRepository(") || $0.text.contains("CachedRepository<") }
        #expect(users.map(\.path) == ["Data/Cached/CachedRepository.swift"])
        #expect(try sources(in: "Data/Catalog", atLeast: 2).contains { $0.text.contains("CachedCatalog(") })
    }

    /// Without a default, an error that lacks a message or an exit status doesn't compile.
    @Test func noErrorReportHasADefault() throws {
        // Few errors need advice, or have candidates.
        let reports = try sources(in: "App/Errors", atLeast: 2).filter {
            !$0.path.contains(/\/(Advice|Candidates).swift$/)
        }
        let messages = try sources(in: "Presentation").filter { $0.path.hasSuffix("+Message.swift") }
        try #require(messages.count >= 5)
        for (path, text) in reports + messages {
            #expect(text.firstMatch(of: /\bdefault\s*:|@unknown/.wordBoundaryKind(.simple)) == nil, "\(path)")
        }
    }

    /// Other applications can use Storage and its tests unchanged.
    @Test func storageMentionsNoEntity() throws {
        let words = /\b(?:books?|bookshelf|borrowers?|loans?|isbns?|shelf|shelves|authors?|goodreads)\b/.ignoresCase()
            .wordBoundaryKind(.simple)
        let folders = [
            "Data/Storage", "Tests/StorageTests", "Tests/Support/StorageWorker", "Tests/Support/StorageTestSupport",
            "Tests/Support/FileTestSupport", "Tests/Fuzzing",
        ]
        for folder in folders {
            for (path, text) in try sources(in: folder, atLeast: 1) {
                let found = text.firstMatch(of: words).map { String($0.output) }
                #expect(found == nil, "\(path)")
            }
        }
        #expect("a Book on a shelf".contains(words) && "library.books.all()".contains(words))
    }

    /// Other programs can use Console and its tests unchanged. That it compiles with nothing of ours but Storage, the compiler proves
    /// in `Tests/EndToEnd/arrows.sh`.
    @Test func consoleMentionsNoEntity() throws {
        let words = /\b(?:books?|bookshelf|borrowers?|loans?|isbns?|shelf|shelves|authors?|catalog)\b/.ignoresCase()
            .wordBoundaryKind(.simple)
        for (path, text) in try ["App/Console", "Tests/AppTests/Console"].flatMap({ try sources(in: $0) }) {
            #expect(text.firstMatch(of: words) == nil, "\(path)")
        }
    }

    /// A project made from this one changes the name there and in the manifest.
    @Test func theNameOfTheProgramIsWrittenOnce() throws {
        let literals = /"[^"]*bookshelf[^"]*"/.ignoresCase()
        let found = try sources(in: "App").flatMap { path, text in
            // A quote inside a literal would end it. `Bookshelf.` is the type, not the program.
            text.replacing("\\\"", with: "'").replacing("Bookshelf.", with: "").split(separator: "\n").map {
                $0.drop { $0 == " " }
            }
            .filter { !$0.hasPrefix("//") && $0.contains(literals) }.map { "\(path): \($0)" }
        }
        #expect(found == [#"App/Environment/Bookshelf.swift: static let name = "bookshelf""#])
    }

    @Test func theCLibraryIsImportedByOneFileOrFolderOfATarget() throws {
        let layers = ["Domain", "Data", "Presentation", "App"]
        let found = try layers.flatMap { try sources(in: $0) }
            .filter { !Set(imports(in: $0.text)).isDisjoint(with: ["Glibc", "Musl", "Darwin"]) }
        #expect(found.map(\.path).filter { !$0.hasPrefix("App/Console/System/") } == ["Data/Storage/Files/POSIX.swift"])
    }

    @Test func lowerLayersDoNotImportUpperOnes() throws {
        let forbidden = [
            "Data/Storage": ["Domain", "Data", "Presentation", "App"], "Data": ["Presentation", "App"],
            "Presentation": ["Storage", "Data", "App"],
        ]
        for (folder, modules) in forbidden {
            let imported = try sources(in: folder).map { (path: $0.path, modules: Set(imports(in: $0.text))) }
            for (path, found) in imported {
                #expect(found.isDisjoint(with: modules), "\(path)")
            }
            #expect(imported.contains { !$0.modules.isEmpty }, "no import is found in \(folder)")
        }
    }
}
