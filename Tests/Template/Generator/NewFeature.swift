/// Adds a feature, with an entity of its own, to a project that `new-app` made, or to this one.
struct NewFeature {
    private let project: GeneratedProject
    private let feature: Feature
    private let isDryRun: Bool

    static let help = """
        Adds a feature to a project that new-app made or, with "." as <project>, to this one. Its commands stand below its
        name: larder shop add. A field can refer to another entity: --field sells:Food, or Food? for an optional one. In
        this project it can refer to features that were added, to Book, and to Borrower.

            swift run template new-feature <Entity> <project> [--plural <Plural>] --field <name>:<Type>… [--dry-run]
        """

    init(_ words: [String]) throws(Refusal) {
        let arguments = try Arguments(
            words, operands: ["<Entity>", "<project>"], options: ["--plural", "--field"], flags: ["--dry-run"])
        project = try GeneratedProject(arguments.operands[1])
        feature = try Feature(
            entity: arguments.operands[0], plural: arguments.one("--plural"), fields: arguments.all("--field"),
            others: project.targets)
        isDryRun = arguments.flags.contains("--dry-run")
    }

    /// Writes the feature's files, and adds its lines to those that name every feature. Prints each of them. Everything
    /// is checked before anything is written.
    func run() throws(Refusal) {
        let root = try TemplateRoot()
        var project = project
        let recipe = try project.recipe(feature)
        let command = feature.entity.form(.option)
        let commands = project.hasTemplate ? try project.folder.read("App/Commands.swift").text : ""
        guard !NameRules.commands.contains(command), !commands.contains("\"\(command)\"") else {
            throw Refusal(
                "the project has a command \"\(command)\" already", "use for example My\(feature.entity.text)")
        }
        let own =
            try project.folder.has(FeatureList.path) ? FeatureList(project.folder.read(FeatureList.path).text) : nil
        guard !project.entities.contains(feature.entity.text), own?.feature(feature.entity.text) == nil else {
            throw Refusal("the project has a feature \(feature.entity.text) already", "use another name", status: 1)
        }
        let files = try Assembly(of: recipe, from: root).featureFiles(besides: project.sources())
        for file in files where project.folder.has(file.path) {
            throw Refusal("\(file.path) exists already", "use another name", status: 1)
        }
        var changed: [String: ProjectFile] = [:]
        let lines = try Assembly(of: recipe, from: root).lines().filter { line in
            !files.contains { $0.path == line.path }
        }
        for line in lines {
            var file = if let file = changed[line.path] { file } else { try project.folder.read(line.path) }
            file.text = try line.added(to: file.text)
            changed[line.path] = file
        }
        print((files.map(\.path) + lines.map(\.description)).joined(separator: "\n"))
        if isDryRun { return print("\nNothing was written.") }
        for file in files + changed.values.sorted(by: { $0.path < $1.path }) { try project.write(file) }
        try project.format(files.map(\.path) + changed.keys)
        project.provenance.features[feature.plural.text] = Provenance.Entry(feature)
        try project.save()
        print("\nNext:\n\n    swift test\n    swift run \(recipe.program) help \(command)")
    }
}
