/// What a project is made for.
struct Recipe {
    /// The project's name.
    let app: String
    let feature: Feature
    /// Whether a library can be in a cluster, too.
    let hasEtcd: Bool

    /// Throws unless the project's name can be used and is not also that of the entity. `addition` is "etcd" or nil.
    init(app: String, feature: Feature, with addition: String?) throws(Refusal) {
        try NameRules.checkType(app, "project")
        guard [nil, "etcd"].contains(addition) else {
            throw Refusal("--with can't be \"\(addition ?? "")\"", "write --with etcd, or leave it out")
        }
        hasEtcd = addition != nil
        (self.app, self.feature) = (app, feature)
        let names = [feature.entity, feature.plural].map { $0.text.lowercased() }
        guard !NameRules.programs.contains(program), !names.contains(program) else {
            throw Refusal(
                "the project can't be \(app): the entity or another program has that name", "use for example My\(app)")
        }
    }

    /// What is typed to run it.
    var program: String { app.lowercased() }

    /// Replaces the name of this project's program, in each case.
    func replacingProgram(in text: String) -> String {
        guard text.contains("ookshelf") || text.contains("OOKSHELF") else { return text }
        return text.replacing("Bookshelf", with: app).replacing("bookshelf", with: program)
            .replacing("BOOKSHELF", with: app.uppercased())
    }

    /// The arguments that make such a project in any folder.
    var arguments: [String] {
        ["new-app", app, "--entity", feature.entity.text, "--plural", feature.plural.text]
            + feature.fields.flatMap { ["--field", $0.description] }
            + (hasEtcd ? ["--with", "etcd"] : [])
    }
}
