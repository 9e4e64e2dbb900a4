import Foundation

/// What `swift run template new-feature` has added to this project, according to `.template.json`. It has tests of its own:
/// figures, pages and samples are about the rest.
public enum AddedFeatures {
    private struct Provenance: Decodable {
        var features: [String: Feature] = [:]
        var files: [String: String] = [:]

        struct Feature: Decodable {
            let entity: String
        }
    }

    private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized

    private static let provenance: Provenance = {
        guard let json = try? Data(contentsOf: root.appending(path: ".template.json")) else { return Provenance() }
        do {
            return try JSONDecoder().decode(Provenance.self, from: json)
        } catch {
            preconditionFailure(".template.json can't be read: \(error)")
        }
    }()

    /// The names of their entities.
    public static let entities = Set(provenance.features.values.map(\.entity))

    /// Whether a word begins with the name of such an entity.
    public static func names(_ word: Substring) -> Bool {
        entities.contains { word.lowercased().hasPrefix($0.lowercased()) }
    }

    /// A text without the names of such entities.
    public static func removingNames(from text: String) -> String {
        entities.reduce(text) { text, name in
            text.replacing(name, with: "").replacing(name.prefix(1).lowercased() + name.dropFirst(), with: "")
        }
    }

    /// The paths of their files.
    public static let files = Set(provenance.files.keys)

    /// The words that their command lines begin with.
    public static let commands = Set(
        files.filter { $0.hasSuffix("Commands.swift") }.compactMap { path in
            (try? String(contentsOf: root.appending(path: path), encoding: .utf8))?
                .firstMatch(of: /static let group: String\? = "(.+)"/).map { String($0.1) }
        })

    /// How many lines they may have added to files of others: some with the first, and one for each in files that name
    /// every feature.
    public static let lines = entities.isEmpty ? 0 : 12 + 8 * entities.count
}
