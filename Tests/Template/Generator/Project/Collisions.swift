/// Finds names that a project would declare twice: types anywhere, other names in one file. Names that differ in the
/// template may be alike once its words are replaced.
struct Collisions {
    private struct Claim {
        /// The name and, unless it is that of a type, the file.
        let place: [String]
        /// The declaration in the template, with the field that it is about.
        let origin: String
        /// The name that the user gave; nil for what is called so in every project.
        let cause: String?
    }

    private let project: Recipe
    private var claims: [Claim]

    init(in project: Recipe) {
        self.project = project
        let feature = project.feature
        claims = [("Bookshelf", project.app), ("Item", feature.entity.text)].map {
            Claim(place: [$1], origin: $0, cause: $1)
        }
        // A folder only, which may be called as the project.
        if feature.plural.text != project.app {
            claims.append(Claim(place: [feature.plural.text], origin: "Items", cause: feature.plural.text))
        }
    }

    /// Adds what a file declares, in the template's words.
    mutating func add(_ declarations: [Declaration], in file: String) {
        // The program's name is claimed already.
        for declaration in declarations where !declaration.name.lowercased().contains("bookshelf") {
            let line = TemplateLine([Token(text: declaration.name, kind: .code)])
            let fields: [Field?] =
                line.fields.isEmpty ? [nil] : project.feature.fields.filter { line.fields.contains($0.model) }
            for field in fields {
                let cause = line.words.isEmpty ? nil : (field?.name ?? project.feature.entity).text
                claims.append(
                    Claim(
                        place: [project.text([line], field)] + (declaration.isType ? [] : [file]),
                        origin: declaration.name + (field.map { " \($0)" } ?? ""), cause: cause))
            }
        }
    }

    /// Throws if two claims of different origins are for one place.
    func check() throws(Refusal) {
        var origins: [[String]: String] = [:]
        for claim in claims.filter({ $0.cause == nil }) + claims.filter({ $0.cause != nil }) {
            if let cause = claim.cause, let origin = origins[claim.place], origin != claim.origin {
                throw Refusal(
                    "\"\(cause)\" can't be used: the project has its own \"\(claim.place[0])\"",
                    "use for example \(cause.first?.isUppercase == true ? "My" : "my")\(cause.uppercasedFirst)")
            }
            origins[claim.place] = claim.origin
        }
    }
}
