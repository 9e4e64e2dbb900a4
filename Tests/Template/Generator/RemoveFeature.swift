/// Takes back what `new-feature` has added, or takes features out of this project.
struct RemoveFeature {
    private let names: [String]
    private let isOfAll: Bool
    private let path: String
    private let isDryRun: Bool

    static let help = """
        Takes back a feature that new-feature added, if nothing of it was changed and nothing else uses it. Or takes features
        out of this project, and prints what it removes.

            swift run template remove-feature <Entity> <project>
            swift run template remove-feature <Feature>… <project> [--dry-run]
            swift run template remove-feature --all <project> [--dry-run]
        """

    init(_ words: [String]) throws(Refusal) {
        isOfAll = words.contains("--all")
        let arguments = try Arguments(
            words, operands: isOfAll ? ["<project>"] : ["<Feature>…", "<project>"], options: [],
            flags: ["--dry-run", "--all"])
        (names, path) = (arguments.operands.dropLast(), arguments.operands.last ?? "")
        isDryRun = arguments.flags.contains("--dry-run")
    }

    /// Removes files and lines, and prints them. Everything is checked before anything is removed.
    func run() throws(Refusal) {
        let project = try GeneratedProject(path)
        if let entity = names.first(where: project.entities.contains) {
            guard names.count == 1, !isDryRun else {
                throw Refusal("\(entity) was added by new-feature", "name it alone, without --dry-run", status: 1)
            }
            return try takeBack(entity, from: project)
        }
        if let name = names.first(where: { name in names.count { $0 == name } > 1 }) {
            throw Refusal("\(name) is named twice", "name it once")
        }
        guard project.folder.has(FeatureList.path) else {
            throw Refusal(
                "the project has no feature \(isOfAll ? "that it came with" : names.joined(separator: ", "))",
                "use one of \(project.entities.joined(separator: ", "))", status: 1)
        }
        var removal = try Removal(in: project.folder)
        for name in isOfAll ? removal.list.names : names { try removal.remove(name) }
        removal.correctSizes()
        if !isDryRun { try removal.carryOut() }
        print(removal.lines.joined(separator: "\n"))
    }

    private func takeBack(_ entity: String, from project: GeneratedProject) throws(Refusal) {
        let root = try TemplateRoot()
        var project = project
        guard let entry = project.provenance.features.values.first(where: { $0.entity == entity }) else {
            throw Refusal(
                "the project has no feature \(entity)", "use one of \(project.entities.joined(separator: ", "))",
                status: 1)
        }
        guard !project.provenance.arguments.contains(entity) else {
            throw Refusal("the project was made for \(entity)", "its other features can be removed", status: 1)
        }
        let recipe = try project.recipe(project.feature(entry))
        let paths = try Assembly(of: recipe, from: root).featureFiles(besides: []).map(\.path)
        let lines = try Assembly(of: recipe, from: root).lines().filter { !paths.contains($0.path) }
        var problems = paths.filter { !project.isUnchanged($0) }.map { "\($0) was changed" }
        var changed: [String: ProjectFile] = [:]
        for line in lines {
            var file = if let file = changed[line.path] { file } else { try project.folder.read(line.path) }
            if let text = line.removed(from: file.text) {
                file.text = text
            } else {
                problems.append("\(line.path) lacks the line \"\(line.text.drop { $0 == " " })\"")
            }
            changed[line.path] = file
        }
        for file in try project.sources() where !paths.contains(file.path) {
            let text = changed[file.path]?.text ?? file.text
            guard text.contains(entity) else { continue }
            for (number, line) in Tokenizer.lines(of: text, isSwift: true).enumerated()
            where line.contains(where: { $0.kind == .code && $0.text == entity }) {
                problems.append("\(file.path), line \(number + 1), uses \(entity)")
            }
        }
        guard problems.isEmpty else {
            throw Refusal(
                "the feature can't be taken back",
                "undo these changes, or remove it by hand:\n  " + problems.joined(separator: "\n  "), status: 1)
        }
        for path in paths { project.remove(path) }
        print((paths + lines.map(\.description)).joined(separator: "\n"))
        for file in changed.values { try project.write(file) }
        try project.format(Array(changed.keys))
        project.provenance.features[entry.plural] = nil
        try project.save()
    }
}
