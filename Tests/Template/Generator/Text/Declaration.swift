/// A name that a Swift file declares: a type, or a member, variable or parameter that isn't static.
struct Declaration {
    let name: String
    let isType: Bool
    /// Whether it is inside of another one, as its indentation tells.
    let isNested: Bool

    static func all(in lines: [[Token]]) -> [Declaration] {
        lines.flatMap { line in
            let takesParameters = line.contains { $0.kind == .code && ["func", "init", "subscript"].contains($0.text) }
            return line.indices.compactMap { index -> Declaration? in
                let keyword = index > 1 && line[index - 1].text == " " ? line[index - 2].text : ""
                let isStatic = index > 3 && line[index - 4].text == "static"
                let isType = ["struct", "class", "enum", "actor", "protocol", "typealias"].contains(keyword)
                let isMember = ["case", "let", "var", "func"].contains(keyword) && !isStatic
                let isParameter = takesParameters && line[index...].dropFirst().first?.text.hasPrefix(":") == true
                guard line[index].kind == .code, isType || isMember || isParameter else { return nil }
                return Declaration(name: line[index].text, isType: isType, isNested: line.first?.kind == .gap)
            }
        }
    }
}
