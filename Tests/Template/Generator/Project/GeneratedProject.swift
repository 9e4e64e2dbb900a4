import Foundation

/// A project that was made from the template, or that has it, with its provenance.
struct GeneratedProject {
    let folder: Folder
    /// Whether the template is in this project, which nobody made from one.
    let hasTemplate: Bool
    var provenance: Provenance

    /// Throws unless there is such a project at `path`.
    init(_ path: String) throws(Refusal) {
        folder = Folder(url: URL(filePath: path).standardizedFileURL)
        hasTemplate = folder.has(TemplateRoot.rooms)
        if hasTemplate, !folder.has(Provenance.path) {
            provenance = .ofTemplate
            return
        }
        guard folder.has(Provenance.path) else {
            throw Refusal(
                "\(path) has no \(Provenance.path)", "name the folder of a project that new-app made", status: 1)
        }
        let text = try folder.read(Provenance.path).text
        guard let provenance = try? JSONDecoder().decode(Provenance.self, from: Data(text.utf8)) else {
            throw Refusal("\(path)/\(Provenance.path) can't be read", "restore it as it was made", status: 1)
        }
        self.provenance = provenance
    }

    /// What the project would be made from with `feature`, or with its own.
    func recipe(_ feature: Feature? = nil) throws(Refusal) -> Recipe {
        let words = provenance.arguments
        var feature = feature
        if feature == nil, let entry = provenance.features.values.first(where: { words.contains($0.entity) }) {
            feature = try self.feature(entry)
        }
        guard words.count > 1, let feature else {
            throw Refusal("\(Provenance.path) lacks the arguments", "restore it as it was made", status: 1)
        }
        let without = words.indices.dropLast().filter { words[$0] == "--without" }.map { words[$0 + 1] }
        let addition = words.drop { $0 != "--with" }.dropFirst().first
        return try Recipe(app: words[1], feature: feature, without: without, with: addition)
    }

    func feature(_ entry: Provenance.Entry) throws(Refusal) -> Feature {
        try Feature(entity: entry.entity, plural: entry.plural, fields: entry.fields, others: targets)
    }

    /// The entities of its features.
    var entities: [String] { provenance.features.values.map(\.entity).sorted() }

    /// The entities that a field can refer to.
    var targets: [String] { entities + (hasTemplate ? ["Book", "Borrower"] : []) }

    /// Whether a file is as the generator wrote it.
    func isUnchanged(_ path: String) -> Bool {
        guard let hash = provenance.files[path], let file = try? folder.read(path) else { return false }
        return Provenance.hash(file.text) == hash
    }

    /// The Swift files, without those of the template.
    func sources() throws(Refusal) -> [ProjectFile] {
        var files: [ProjectFile] = []
        for path in folder.files(in: "") where path.hasSuffix(".swift") && !path.hasPrefix(TemplateRoot.path) {
            files.append(try folder.read(path))
        }
        return files
    }

    /// Replaces a file's text; it counts as unchanged if it did before.
    mutating func write(_ file: ProjectFile) throws(Refusal) {
        let wasUnchanged = isUnchanged(file.path) || !folder.has(file.path)
        try folder.write(file)
        if wasUnchanged { provenance.files[file.path] = Provenance.hash(file.text) }
    }

    mutating func remove(_ path: String) {
        try? FileManager.default.removeItem(at: folder.url.appending(path: path))
        provenance.files[path] = nil
        // Unlike FileManager, it removes an empty folder only.
        rmdir(folder.url.appending(path: path).deletingLastPathComponent().path)
    }

    /// Writes the provenance. The project of the template has none without a feature.
    mutating func save() throws(Refusal) {
        if hasTemplate, provenance.features.isEmpty { return remove(Provenance.path) }
        try folder.write(provenance.file())
    }

    /// Formats these files. Those that were unchanged still count as such.
    mutating func format(_ paths: [String]) throws(Refusal) {
        let unchanged = paths.filter(isUnchanged)
        try folder.run(["swift", "format", "--in-place"] + paths.filter { $0.hasSuffix(".swift") })
        for path in unchanged { provenance.files[path] = Provenance.hash(try folder.read(path).text) }
    }
}
