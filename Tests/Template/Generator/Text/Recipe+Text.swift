extension Recipe {
    /// A line of Swift, or a path, that names no field.
    func text(line: String) -> String { text([TemplateLine(Tokenizer.lines(of: line, isSwift: true)[0])], nil) }

    /// Lines as this project has them, all about one field or none.
    func text(_ lines: [TemplateLine], _ field: Field?) -> String { text(lines.map { ($0, field) }) }

    /// Lines as this project has them, each about a field or none.
    func text(_ lines: [(line: TemplateLine, field: Field?)]) -> String {
        var text = ""
        for (index, (line, field)) in lines.enumerated() {
            if index > 0 { text += "\n" }
            for piece in line.pieces {
                switch piece {
                case .text(let kept): text += replacingProgram(in: kept)
                case .mention(let word, let form):
                    let name = name(for: word, field).form(form)
                    correctArticle(at: &text, before: name)
                    text += name
                }
            }
            for (own, usual) in field?.words ?? [] {
                let start = text.lastIndex(of: "\n") ?? text.startIndex
                text.replaceSubrange(start..., with: text[start...].replacing(usual, with: own))
            }
            let values = "case first, second, third"
            if let field, !field.cases.isEmpty, text.hasSuffix(values) {
                text = text.dropLast(values.count) + field.cases.joined(separator: "\n")
            }
        }
        return text
    }

    /// The text of a file. If it imports Testing, which has types such as Tag, it says that it means the project's.
    func meaningOwnTypes(in text: String) -> String {
        let entity = feature.entity.text
        guard NameRules.isInTesting(entity), text.contains("import Testing\n"), text.contains(entity),
            let last = text.matches(of: /(?m)^import \w+$/).last
        else { return text }
        return text[..<last.range.upperBound] + "\n\nimport struct Domain.\(entity)" + text[last.range.upperBound...]
    }

    private func name(for word: TemplateWord, _ field: Field?) -> Name {
        switch word {
        case .entity: feature.entity
        case .plural: feature.plural
        case .target: Name(field?.target ?? "SampleTarget")
        case .field(let own): field?.name ?? Name(own.rawValue)
        }
    }

    /// Makes an article at the end of `text` the one for `name`: in "an item", `anItem`, and across lines of a comment.
    private func correctArticle(at text: inout String, before name: String) {
        let article = /(^|[^A-Za-z]|[a-z](?=A))([Aa])n?([ `"]*|\n *\/+ )$/
        guard let match = text.suffix(160).firstMatch(of: article) else { return }
        let ending = name.prefix(1).lowercased().contains(/[aeio]/) ? "n" : ""
        text.replaceSubrange(match.range, with: match.output.1 + match.output.2 + ending + match.output.3)
    }
}
