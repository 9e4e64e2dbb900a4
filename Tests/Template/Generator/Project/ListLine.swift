/// A line that a further feature adds to a file that names every feature. The template marks it at its end.
struct ListLine {
    static let each = "each feature"
    static let further = "further feature"
    /// A line that a feature adds to the files of those that it refers to.
    static let reference = "each reference"
    /// A line that comes with what has fields.
    static let fields = "with fields"

    let path: String
    let text: String
    /// The line below it that every project has.
    private let anchor: String

    /// All lines that the feature of `project` adds.
    static func all(
        of project: Recipe, in generated: GeneratedProject, from root: TemplateRoot
    ) throws(Refusal) -> [ListLine] {
        var targets: [Recipe] = []
        for name in Set(project.feature.fields.compactMap(\.target)).sorted() {
            guard let entry = generated.provenance.features.values.first(where: { $0.entity == name }) else { continue }
            targets.append(try generated.recipe(generated.feature(entry)))
        }
        let takesFields = generated.takesFields(with: project.feature.entity.text)
        var found: [ListLine] = []
        for path in root.folder.files(in: TemplateRoot.project) where path.hasSuffix(".swift") {
            let text = try root.folder.read(path).text
            let lines = text.split(separator: "\n").map { String($0) }
            for (index, line) in lines.enumerated() {
                guard let mark = mark(line), mark != fields || takesFields else { continue }
                let anchor = lines[index...].first { self.mark($0) == nil } ?? ""
                for owner in mark == reference ? targets : [project] {
                    found.append(
                        ListLine(
                            path: owner.text(line: String(path.dropFirst(TemplateRoot.project.count))),
                            text: project.text(line: String(line.dropLast(mark.count + 5))),
                            anchor: owner.text(line: anchor)))
                }
            }
        }
        return found
    }

    /// What a line of the template is marked with.
    private static func mark(_ line: String) -> String? {
        [each, further, reference, fields].first { line.hasSuffix("  // \($0)") }
    }

    /// The file with this line, below those of other features. Throws if the line below them was changed.
    func added(to file: String) throws(Refusal) -> String {
        var lines = file.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        let places = lines.indices.filter { lines[$0] == anchor }
        guard places.count == 1 else {
            throw Refusal(
                "\(path) has no line \"\(anchor.trimmed)\", or several",
                "make it as it was, and try again", status: 1
            )
        }
        lines.insert(text, at: places[0])
        return lines.joined(separator: "\n")
    }

    /// The file without this line; nil if it isn't there.
    func removed(from file: String) -> String? {
        var lines = file.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        guard let place = lines.firstIndex(of: text) else { return nil }
        lines.remove(at: place)
        return lines.joined(separator: "\n")
    }
}

extension String {
    fileprivate var trimmed: Substring { drop { $0 == " " } }
}
