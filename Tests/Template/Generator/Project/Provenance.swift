import Foundation

/// Where a project comes from, for updates: a file of it says so.
struct Provenance: Codable {
    static let path = ".template.json"

    struct Entry: Codable {
        let entity: String
        let plural: String
        let fields: [String]

        init(_ feature: Feature) {
            (entity, plural, fields) = (feature.entity.text, feature.plural.text, feature.fields.map(\.description))
        }
    }

    /// Where the template was, and its revision; nil if git doesn't know.
    let repository: String?
    var revision: String?
    /// What makes the same project in another folder.
    let arguments: [String]
    /// By the name of their folders.
    var features: [String: Entry]
    /// A hash of each file as it was made, by path.
    var files: [String: String] = [:]

    /// Of the project that has the template, before it has a feature from it.
    static let ofTemplate = Provenance(arguments: ["new-app", "Bookshelf", "--with", "etcd"])

    private init(arguments: [String]) { (repository, self.arguments, features) = (nil, arguments, [:]) }

    init(of project: Recipe, from root: TemplateRoot, files paths: [String], in folder: Folder) throws(Refusal) {
        (repository, revision, arguments) = (root.address, root.revision, project.arguments)
        features = [project.feature.plural.text: Entry(project.feature)]
        for path in paths { files[path] = Self.hash(try folder.read(path).text) }
    }

    func file() throws(Refusal) -> ProjectFile {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(self) else {
            throw Refusal("the provenance can't be written", "report this as a bug", status: 1)
        }
        return ProjectFile(path: Self.path, text: String(decoding: json, as: UTF8.self) + "\n")
    }

    /// FNV-1a with 64 bits (Fowler, Noll and Vo, 1991), in hexadecimal. It tells whether a file was changed, but not
    /// whether somebody took pains to hide that.
    static func hash(_ text: String) -> String {
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
