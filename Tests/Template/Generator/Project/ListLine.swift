/// A line that a further feature adds to a file that names every feature. The template marks it at its end.
struct ListLine: CustomStringConvertible {
    static let each = "each feature"
    static let further = "further feature"

    let path: String
    let text: String
    /// The line below it that every project has.
    private let anchor: String

    var description: String { "\(path): \(text.drop { $0 == " " })" }

    /// All lines that the feature of `project` adds.
    static func all(
        of project: Recipe, from root: TemplateRoot, in isTaken: (String) -> Bool
    ) throws(Refusal) -> [ListLine] {
        var found: [ListLine] = []
        for path in root.folder.files(in: TemplateRoot.project) where path.hasSuffix(".swift") && isTaken(path) {
            let shortPath = String(path.dropFirst(TemplateRoot.project.count))
            let lines = try root.folder.read(path).text.split(separator: "\n").map { String($0) }
            for (index, line) in lines.enumerated() {
                guard let mark = mark(line) else { continue }
                let anchor = lines[index...].first { self.mark($0) == nil } ?? ""
                let text = project.text(line: String(line.dropLast(mark.count + 5)))
                found.append(
                    ListLine(path: project.text(line: shortPath), text: text, anchor: project.text(line: anchor)))
            }
        }
        return found
    }

    /// What a line of the template is marked with.
    private static func mark(_ line: String) -> String? {
        [each, further].first { line.hasSuffix("  // \($0)") }
    }

    /// The file with this line, below those of other features. Throws if the line below them was changed.
    func added(to file: String) throws(Refusal) -> String {
        let place = "\n\(anchor)\n"
        guard file.ranges(of: place).count == 1 else {
            let line = anchor.drop { $0 == " " }
            throw Refusal(
                "\(path) has no line \"\(line)\", or several", "make it as it was, and try again", status: 1)
        }
        return file.replacing(place, with: "\n\(text)\(place)")
    }

    /// The file without this line; nil if it isn't there.
    func removed(from file: String) -> String? {
        file.contains("\n\(text)\n") ? file.replacing("\n\(text)\n", with: "\n", maxReplacements: 1) : nil
    }
}
