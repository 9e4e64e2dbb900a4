import Foundation
import TestSupport
import Testing

/// Which layer may know which.
struct DependencyRuleTests {
    private static let layers = ["Domain", "Data", "Presentation", "App"]
    private static let others = ["Storage"]

    /// The modules of this package that a layer may import.
    private static let allowed: [(String, Set<String>)] = [
        ("Domain", []), ("Data/Storage", []), ("Data", ["Domain", "Storage"]), ("Presentation", ["Domain"]),
        ("App/Console", ["Storage"]), ("App", ["Domain", "Storage", "Data", "Presentation"]),
    ]

    @Test(arguments: allowed) func aLayerImportsOnlyWhatItMayKnow(_ folder: String, _ modules: Set<String>) throws {
        let own = Set(Self.layers + Self.others)
        var found: Set<String> = []
        for (path, text) in try files(in: folder) {
            let imported = own.intersection(imports(in: text))
            #expect(imported.isSubset(of: modules), "\(path)")
            found.formUnion(imported)
        }
        #expect(found == modules, "no import of \(modules.subtracting(found)) is found in \(folder)")
    }

    @Test func domainImportsNothing() throws {
        for (path, text) in try files(in: "Domain") { #expect(imports(in: text) == [], "\(path)") }
    }

    @Test func presentationKnowsNoUserInterface() throws {
        for (path, text) in try files(in: "Presentation") {
            #expect(imports(in: text).isSubset(of: ["Domain", "Observation", "Synchronization"]), "\(path)")
            #expect(!text.contains("--"), "\(path) mentions an option of the command line")
        }
    }

    @Test func theNameOfTheProgramIsWrittenOnce() throws {
        let literal = /"bookshelf[" -]/
        let found = try Self.layers.flatMap { try files(in: $0) }.flatMap { path, text in
            // Several of an entity may be called so, too.
            let lines = text.split(separator: "\n").filter { !$0.contains("RecordKind(") && !$0.contains("//") }
            return lines.filter { $0.contains(literal) }.map { _ in path }
        }
        #expect(found == ["App/Environment/Bookshelf.swift"])
    }

    /// Without a default, an error that lacks a message or a status doesn't compile.
    @Test func noReportOfAnErrorHasADefault() throws {
        // Few errors have advice or candidates.
        let reports = try files(in: "App/Errors").filter { !$0.path.contains(/\/(Advice|Candidates).swift$/) }
        let messages = try files(in: "Presentation").filter { $0.path.hasSuffix("+Message.swift") }
        try #require(reports.count >= 2 && messages.count >= 3)
        for (path, text) in reports + messages {
            #expect(text.firstMatch(of: /\bdefault\s*:|@unknown/) == nil, "\(path)")
        }
    }

    /// The files of a layer; of Data, those outside of Storage. A rule without files can't fail.
    private func files(in folder: String) throws -> [(path: String, text: String)] {
        let files = try sourceFiles(in: folder).filter { folder != "Data" || !$0.path.hasPrefix("Data/Storage/") }
        try #require(!files.isEmpty, "there is no file in \(folder)")
        return files
    }

    private func imports(in text: String) -> Set<String> {
        let declaration = /^(?:[^"\/]*\s)?import\s+(?:(?:typealias|struct|class|enum|protocol|let|var|func)\s+)?(\w+)/
        let lines = text.split { $0.isNewline || $0 == ";" }.filter { $0.contains("import") }
        return Set(lines.compactMap { $0.firstMatch(of: declaration) }.map { String($0.1) })
    }
}
