/// A file of the template's own, whose names are replaced.
struct TemplateFile {
    private let path: TemplateLine
    private let lines: [TemplateLine]
    /// What it declares, in the template's words.
    let declarations: [Declaration]

    /// Throws if a line names several fields, because then it is unclear whose it is.
    init(path: String, text: String) throws(Refusal) {
        let tokens = Tokenizer.lines(of: text, isSwift: path.hasSuffix(".swift"))
        self.path = TemplateLine(Tokenizer.lines(of: path, isSwift: true)[0])
        lines = tokens.map { TemplateLine($0) }
        declarations = path.hasSuffix(".swift") ? Declaration.all(in: tokens) : []
        for (index, line) in lines.enumerated() where line.fields.union(self.path.fields).count > 1 {
            throw Refusal("\(path), line \(index + 1) names several fields", "write a line for each", status: 1)
        }
    }

    /// Whether neither its path nor a line names the entity or a field.
    var isNeutral: Bool { ([path] + lines).allSatisfy(\.words.isEmpty) }

    /// Its files in a project: their paths and texts. A file that is called after a field becomes one for each field of
    /// its type. In others, consecutive lines that name fields become those of each field, in the project's order.
    func files(in project: Recipe) -> [(path: String, text: String)] {
        // What other entities have.
        if path.words.contains(.target) { return [] }
        let fields = project.feature.fields
        if let own = path.fields.first {
            return fields.filter { $0.model == own }.map { field in
                (project.text([path], field), project.meaningOwnTypes(in: project.text(lines, field)))
            }
        }
        var result: [(line: TemplateLine, field: Field?)] = []
        var rest = lines[...]
        while let line = rest.popFirst() {
            guard !line.fields.isEmpty else {
                result.append((line, nil))
                continue
            }
            let run = [line] + rest.prefix { !$0.fields.isEmpty }
            rest = rest.dropFirst(run.count - 1)
            result += fields.flatMap { field in run.filter { $0.fields.contains(field.model) }.map { ($0, field) } }
        }
        return [(project.text([path], nil), project.meaningOwnTypes(in: project.text(result)))]
    }
}
