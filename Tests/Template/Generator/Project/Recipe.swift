/// What a project is made for.
struct Recipe {
    /// The project's name.
    let app: String
    let feature: Feature
    /// Whether a library can be in a cluster, too.
    let hasEtcd: Bool
    /// The features that it doesn't get, by their names in `features.txt`.
    let leftOut: [String]

    /// What `--without` takes.
    static let optional: [(key: String, value: String)] =
        [] + [("full-screen", "FullScreen")] + [("compare", "Copies")]

    /// Throws unless the project's name can be used and is not also that of the entity. `addition` is "etcd" or nil.
    init(app: String, feature: Feature, without names: [String] = [], with addition: String?) throws(Refusal) {
        try NameRules.checkType(app, "project")
        guard [nil, "etcd"].contains(addition) else {
            throw Refusal("--with can't be \"\(addition ?? "")\"", "write --with etcd, or leave it out")
        }
        hasEtcd = addition != nil
        leftOut = names.compactMap { name in Self.optional.first { $0.key == name }?.value }
        guard leftOut.count == names.count else {
            throw Refusal(
                "--without can't be \"\(names.joined(separator: ", "))\"",
                "write \(Self.optional.map(\.key).joined(separator: " or "))")
        }
        (self.app, self.feature) = (app, feature)
        guard !NameRules.programs.union(NameRules.options).contains(program),
            program != feature.entity.text.lowercased()
        else {
            throw Refusal(
                "the project can't be \(app): the entity, an option or another program has that name",
                "use for example My\(app)")
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
            + Self.optional.filter { leftOut.contains($0.value) }.flatMap { ["--without", $0.key] }
            + (hasEtcd ? ["--with", "etcd"] : [])
    }
}
