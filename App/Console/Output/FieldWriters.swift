import Storage

/// Writes values for another program, in UTF-8: a line for each result, with tabs between the values; nothing for an
/// absent one. Visible characters replace those that would control a terminal or end the line.
struct TabbedWriter: FieldWriter {
    let takesLaterFields = false
    private(set) var bytes: [UInt8] = []
    private var needsTab = false

    init(reservingCapacity capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    mutating func field(_ name: String, _ text: String?) {
        if needsTab { bytes.append(UInt8(ascii: "\t")) }
        text?.appendWithoutControls(to: &bytes)
        needsTab = true
    }

    mutating func laterField(_ name: String, _ texts: [(name: String, text: String)]) {}

    mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
        needsTab = false
    }
}

/// Collects the values of some fields: one for each name, empty for an absent one.
struct ChosenFields: FieldWriter {
    private let names: [String]
    private(set) var values: [String]

    /// The case of the names doesn't matter.
    init(_ names: [String]) {
        self.names = names.map { $0.lowercased() }
        values = names.map { _ in "" }
    }

    mutating func field(_ name: String, _ text: String?) {
        guard let text else { return }
        for index in names.indices where names[index].isSpelled(name) { values[index] = text }
    }

    mutating func laterField(_ name: String, _ texts: [(name: String, text: String)]) {
        field(name, texts.map { "\($0.name): \($0.text)" })
        for (name, text) in texts {
            for index in names.indices where names[index] == name.lowercased() { values[index] = text }
        }
    }

    /// Collects the fields of `result`, in place of earlier ones.
    mutating func read(_ result: some Described) {
        for index in values.indices { values[index] = "" }
        result.describe(to: &self)
    }
}

/// Collects the members of a JSON object that have some names, in the order of the names; absent ones are left out. Of
/// several named texts, one of them can be a member, under its name as it was asked for.
struct ChosenMembers: FieldWriter {
    private let names: [(asked: String, small: String)]
    private var members: [[UInt8]]

    /// The case of the names doesn't matter.
    init(_ names: [String]) {
        self.names = names.reduce(into: []) { names, name in
            if !names.contains(where: { $0.small == name.lowercased() }) { names.append((name, name.lowercased())) }
        }
        members = self.names.map { _ in [] }
    }

    mutating func field(_ name: String, _ text: String?) { choose(name) { $0.field(name, text) } }
    mutating func field(_ name: String, _ texts: [String]) { choose(name) { $0.field(name, texts) } }
    mutating func field(_ name: String, _ number: Int?) { choose(name) { $0.field(name, number) } }
    mutating func field(_ name: String, _ flag: Bool) { choose(name) { $0.field(name, flag) } }

    mutating func field(_ name: String, _ text: String?, inJSON json: String?) {
        choose(name) { $0.field(name, text, inJSON: json) }
    }

    mutating func field(_ name: String, label: String, _ numbers: [(name: String, number: Int)]) {
        choose(name) { $0.field(name, label: label, numbers) }
    }

    mutating func laterField(_ name: String, _ texts: [(name: String, text: String)]) {
        choose(name) { $0.laterField(name, texts) }
        for (name, text) in texts {
            for (index, chosen) in names.enumerated() where chosen.small == name.lowercased() && members[index].isEmpty
            {
                choose(name) { $0.field(chosen.asked, text) }
            }
        }
    }

    mutating func laterField(_ name: String, _ results: [some Described]) {
        choose(name) { $0.laterField(name, results) }
    }

    private mutating func choose(_ name: String, _ write: (inout JSONWriter) -> Void) {
        guard let index = names.firstIndex(where: { $0.small == name.lowercased() }) else { return }
        var writer = JSONWriter()
        write(&writer)
        members[index] = writer.bytes
    }

    /// Writes the chosen members of `result` as an object.
    mutating func write(_ result: some Described, to writer: inout JSONWriter) {
        for index in members.indices { members[index] = [] }
        result.describe(to: &self)
        writer.object { for member in members where !member.isEmpty { $0.raw(member) } }
    }
}

extension String {
    /// Whether it is this name in lower case. The name has only letters.
    fileprivate func isSpelled(_ name: String) -> Bool {
        utf8.count == name.utf8.count && utf8.elementsEqual(name.utf8.lazy.map { $0 | 0x20 })
    }
}

/// Lists the names of the values that `TabbedWriter` writes, or of all, with those of named texts.
struct FieldNames: FieldWriter {
    var isAll = false
    var takesLaterFields: Bool { isAll }
    private(set) var names: [String] = []

    mutating func field(_ name: String, _ text: String?) {
        names.append(name)
    }

    mutating func laterField(_ name: String, _ texts: [(name: String, text: String)]) {
        if isAll { names += [name] + texts.map(\.name) }
    }
}

/// Lists the fields for `printFields`, without the absent ones: `dueDate` is "due date".
struct FieldList: FieldWriter {
    private(set) var fields: [(name: String, value: String, bar: Bar?)] = []

    /// The fields of one list, and then those of the other.
    static func + (list: FieldList, other: FieldList) -> FieldList {
        var list = list
        list.fields += other.fields
        return list
    }

    mutating func field(_ name: String, _ text: String?) {
        let words = name.reduce("") { $0 + ($1.isUppercase ? " \($1.lowercased())" : "\($1)") }
        if let text, !text.isEmpty { fields.append((words, text, nil)) }
    }

    mutating func field(_ name: String, _ flag: Bool) {
        field(name, flag ? "yes" : nil)
    }

    mutating func field(_ name: String, label: String, _ numbers: [(name: String, number: Int)]) {
        let largest = numbers.map(\.number).max() ?? 0
        fields += numbers.map { (label + $0.name, "\($0.number)", Bar(number: $0.number, largest: largest)) }
    }

    mutating func laterField(_ name: String, _ texts: [(name: String, text: String)]) {
        fields += texts.map { ($0.name, $0.text, nil) }
    }
}

/// One of several numbers, as a bar beside it.
struct Bar {
    let number: Int
    /// The largest of the numbers.
    let largest: Int

    /// The number and its bar, in at most `width` columns: one character for each unit, or fewer if the longest bar
    /// would be too long. Without room for a bar, only the number.
    func text(width: Int, of character: Character) -> String {
        let digits = "\(largest)".count
        let room = width - digits - 2
        let length = largest <= room ? number : max(number.signum(), number * room / largest)
        guard room > 0, length > 0 else { return "\(number)" }
        return "\(number)".padded(to: digits) + "  " + String(repeating: character, count: length)
    }
}

/// Writes the members of a JSON object; absent ones are left out.
extension JSONWriter: FieldWriter {
    mutating func field(_ name: String, _ text: String?) {
        guard let text else { return }
        self.name(name)
        string(text)
    }

    mutating func field(_ name: String, _ texts: [String]) {
        self.name(name)
        array { json in
            for text in texts { json.string(text) }
        }
    }

    mutating func field(_ name: String, _ number: Int?) {
        guard let number else { return }
        self.name(name)
        self.number(number)
    }

    mutating func field(_ name: String, _ text: String?, inJSON json: String?) {
        guard let json else { return }
        self.name(name)
        raw(json.utf8)
    }

    mutating func field(_ name: String, _ flag: Bool) {
        self.name(name)
        bool(flag)
    }

    mutating func field(_ name: String, label: String, _ numbers: [(name: String, number: Int)]) {
        self.name(name)
        object { json in
            for (name, number) in numbers {
                json.name(name)
                json.number(number)
            }
        }
    }

    mutating func laterField(_ name: String, _ texts: [(name: String, text: String)]) {
        guard !texts.isEmpty else { return }
        self.name(name)
        object { json in
            for (name, text) in texts {
                json.name(name)
                json.string(text)
            }
        }
    }

    mutating func laterField(_ name: String, _ results: [some Described]) {
        self.name(name)
        array { json in
            for result in results { json.object(result) }
        }
    }

    /// Writes a result as an object.
    mutating func object(_ result: some Described) {
        object { result.describe(to: &$0) }
    }
}

extension JSONWriter {
    mutating func member(_ name: StaticString, _ values: [String]) {
        self.name(name)
        array { writer in
            for value in values { writer.string(value) }
        }
    }
}
