import Domain
import Storage

extension FieldWriter {
    /// Writes the value of a field. `names` has what people call entities, by identifier: JSON has the identifier.
    mutating func write(
        _ value: FieldValue, of kind: @autoclosure () -> FieldKind, named name: String, names: [String: String] = [:]
    ) {
        switch value {
        case .names(let names) where kind().form == .identifiers: field(name, value.text, inJSON: names.byProgram)
        case .names(let names): field(name, names)
        case .flag(let flag): field(name, flag)
        case .number(let number): field(name, number)
        case .decimal: field(name, value.text, inJSON: value.text)
        case .namedTexts(let texts): laterField(name, texts.all.map { ($0.name.description, $0.text) })
        case .reference: field(name, names[value.text] ?? value.text, inJSON: "\"\(value.text)\"")
        case .none, .text, .day: field(name, value == .none ? nil : value.text)
        }
    }
}

extension [String] {
    /// An object with a list for each program, of names such as `program:name`; nil without any.
    fileprivate var byProgram: String? {
        if isEmpty { return nil }
        var programs: [(name: String, ids: [String])] = []
        for parts in map({ $0.split(separator: ":", maxSplits: 1).map(String.init) }) where parts.count == 2 {
            if programs.last?.name != parts[0] { programs.append((parts[0], [])) }
            programs[programs.count - 1].ids.append(parts[1])
        }
        var json = JSONWriter()
        json.object { for (name, ids) in programs { $0.field(name, ids) } }
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
