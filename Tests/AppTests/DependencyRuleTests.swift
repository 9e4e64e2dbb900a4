import Foundation
import Testing

/// What the compiler is not asked about: see `.ci/run` for the arrows it guards.
struct DependencyRuleTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The Swift files below a folder, by path. A rule that matches no file can't fail, so there must be some.
    private func sources(in folder: String) throws -> [(path: String, text: String)] {
        let directory = Self.root.appending(path: folder)
        let paths = try #require(FileManager.default.subpaths(atPath: directory.path)).filter { $0.hasSuffix(".swift") }
        try #require(paths.count > 10, "only \(paths.count) Swift files in \(folder)")
        return try paths.map { path in
            (folder + "/" + path, try String(contentsOf: directory.appending(path: path), encoding: .utf8))
        }
    }

    private func imports(in text: String) -> [String] {
        text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
            .filter { $0.contains("import") && !($0.first ?? "").hasPrefix("//") }
            .map { $0.last ?? "" }
    }

    @Test func theWordImportDoesNotOccurInDomain() throws {
        let word = /\bimport\b/
        for (path, text) in try sources(in: "Domain") {
            #expect(text.firstMatch(of: word) == nil, "\(path)")
        }
    }

    /// All of it takes a while to load. So it is imported for talking to servers only, and where there is nothing less:
    /// on Apple's platforms, where it is loaded anyway.
    @Test func allOfFoundationIsImportedForTheNetworkOnly() throws {
        let layers = ["Domain", "Data", "Presentation", "App"]
        var places: [String] = []
        for (path, text) in try layers.flatMap({ try sources(in: $0) }) {
            for condition in conditions(ofImporting: "Foundation", in: text) where condition != Self.nothingLess {
                places.append("\(path): \(condition)")
            }
        }
        #expect(places == ["Data/Remote/HTTP/URLSessionClient.swift: Remote"])
    }

    private static let nothingLess = "not canImport(FoundationEssentials)"

    /// The innermost condition of each import of that module; "always" where there is none.
    private func conditions(ofImporting module: String, in text: String) -> [String] {
        var conditions = ["always"]
        var found: [String] = []
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            switch words.first {
            case "#if": conditions.append(words.dropFirst().joined(separator: " "))
            case "#elseif": conditions[conditions.endIndex - 1] = words.dropFirst().joined(separator: " ")
            case "#else": conditions[conditions.endIndex - 1] = "not " + conditions[conditions.endIndex - 1]
            case "#endif": conditions.removeLast()
            default:
                if words.contains("import"), words.last == module { found.append(conditions[conditions.endIndex - 1]) }
            }
        }
        return found
    }

    /// Which servers there are, and how they are talked to, is Data's business.
    @Test func onlyDataTalksOfTheNetwork() throws {
        let words = /\b(?:URL|URLs|URLSession|HTTP|HTTPS)\b/
        for (path, text) in try ["Domain", "Presentation", "App"].flatMap({ try sources(in: $0) }) {
            #expect(text.firstMatch(of: words) == nil, "\(path)")
        }
    }

    /// Another store is a change there.
    @Test func aStoreOnOtherMachinesIsNamedInOnePlace() throws {
        let found = try ["Domain", "Presentation", "App"].flatMap { try sources(in: $0) }
            .filter { $0.text.lowercased().contains("etcd") }
        #expect(found.map(\.path) == ["App/Environment/StoreChoice.swift"])
    }

    @Test func theCLibraryIsImportedInOnePlace() throws {
        let layers = ["Domain", "Data", "Presentation", "App"]
        let found = try layers.flatMap { try sources(in: $0) }
            .filter { !Set(imports(in: $0.text)).isDisjoint(with: ["Glibc", "Musl", "Darwin"]) }
        #expect(found.map(\.path) == ["Data/Files/POSIX.swift"])
    }

    @Test func theLayersBelowDoNotKnowTheOnesAbove() throws {
        let forbidden = ["Data": ["Presentation", "App"], "Presentation": ["Data", "App"]]
        for (folder, modules) in forbidden {
            for (path, text) in try sources(in: folder) {
                #expect(Set(imports(in: text)).isDisjoint(with: modules), "\(path)")
            }
        }
    }
}
