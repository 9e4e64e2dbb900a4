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

    @Test func allOfFoundationIsImportedNowhere() throws {
        let layers = ["Domain", "Data", "Presentation", "App"]
        let found = try layers.flatMap { try sources(in: $0) }.filter { imports(in: $0.text).contains("Foundation") }
        #expect(found.map(\.path) == [])
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
