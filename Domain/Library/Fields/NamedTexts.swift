/// Texts with a name each, in order. Names that are equal in lower case are one name.
public struct NamedTexts: Hashable, Sendable {
    public private(set) var all: [NamedText] = []

    public init() {}

    /// These texts, as they were stored: tidy, and no name twice.
    public init(tidy texts: [NamedText]) { all = texts }

    public var isEmpty: Bool { all.isEmpty }

    /// Makes room for so many: an array that grows one by one takes up to twice the memory.
    public mutating func reserveCapacity(_ count: Int) { all.reserveCapacity(count) }

    /// The text of that name, whatever its case; nil if there is none. A new text replaces the old one, whose name stays
    /// as it was spelled, or is added at the end. A blank text removes the name.
    public subscript(name: TextName) -> String? {
        get { index(of: name).map { all[$0].text } }
        set { set(newValue?.tidiedLines ?? "", at: index(of: name), named: name) }
    }

    /// Adds a text without replacing another. If another text has the name, a number is added to the name.
    public mutating func add(_ text: String, named name: TextName) {
        let text = text.tidiedLines
        var unused = name
        var number = 2
        while let index = index(of: unused) {
            guard all[index].text != text, let next = TextName("\(name) \(number)") else { return }
            unused = next
            number += 1
        }
        set(text, at: nil, named: unused)
    }

    /// The same for many texts, whose names differ from each other: a table has hundreds of thousands.
    public mutating func add(differing texts: [NamedText]) {
        let known = all.map(\.name)
        let areNew = texts.allSatisfy { text in !known.contains { $0.isSame(as: text.name) } }
        for text in texts {
            if areNew {
                set(text.text.tidiedLines, at: nil, named: text.name)
            } else {
                add(text.text, named: text.name)
            }
        }
    }

    private func index(of name: TextName) -> Int? { all.firstIndex { $0.name.isSame(as: name) } }

    private mutating func set(_ tidied: String, at index: Int?, named name: TextName) {
        switch index {
        case let index? where tidied.isEmpty: all.remove(at: index)
        case let index?: all[index].text = tidied
        case nil where !tidied.isEmpty: all.append(NamedText(name: name, text: tidied))
        case nil: break
        }
    }
}

public struct NamedText: Hashable, Sendable {
    public let name: TextName
    /// Never blank; may have several lines.
    public fileprivate(set) var text: String

    public init(name: TextName, text: String) { (self.name, self.text) = (name, text) }

    /// Reads `<name>=<text>`, tidied. Nil if one of them is missing or blank, or the name can't be one.
    public init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let name = TextName(String(parts[0])), !String(parts[1]).isBlank else { return nil }
        self.init(name: name, text: String(parts[1]).tidiedLines)
    }
}

/// The name of a text: a tidied line that is not empty, without `=` and comma, so that names can be listed and paired with
/// texts.
public struct TextName: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// Nil if `text` can't be a name.
    public init?(_ text: String) {
        self.init(tidy: text.tidied)
    }

    /// The same for a text that is tidy.
    public init?(tidy text: String) {
        description = text
        var text = text
        if text.isBlank || text.withUTF8({ $0.contains { $0 == 0x3D || $0 == 0x2C } }) { return nil }
    }

    /// Whether they are one name: equal in lower case.
    func isSame(as other: TextName) -> Bool {
        let (name, other) = (description, other.description)
        if name == other { return true }
        // Most names differ in length, which lower case changes only outside ASCII.
        if name.utf8.count != other.utf8.count, name.isASCII, other.isASCII { return false }
        return name.lowercased() == other.lowercased()
    }

    /// The name for a value that the field of that name could not keep; `remark` says why.
    init?(field: String, _ remark: String) {
        self.init("\(field) (\(remark))")
    }
}
