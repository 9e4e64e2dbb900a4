/// Further named facts about a book, such as "Publisher", in order. A name occurs once, whatever its case.
public struct BookDetails: Hashable, Sendable {
    public private(set) var all: [BookDetail] = []

    public init() {}

    public var isEmpty: Bool { all.isEmpty }

    /// The text of the detail with that name, whatever its case; nil if there is none. A new text replaces the old one,
    /// whose name stays as it was spelled, or is added at the end. A blank text removes the detail.
    public subscript(name: DetailName) -> String? {
        get { all.first { $0.name.isSame(as: name) }?.text }
        set {
            let text = newValue?.tidiedLines ?? ""
            let index = all.firstIndex { $0.name.isSame(as: name) }
            if text.isEmpty {
                if let index { all.remove(at: index) }
            } else if let index {
                all[index].text = text
            } else {
                all.append(BookDetail(name: name, text: text))
            }
        }
    }

    /// Adds a text without replacing another. If another text has the name, a number is added to the name.
    public mutating func add(_ text: String, named name: DetailName) {
        let text = text.tidiedLines
        var unused = name
        var number = 2
        while let other = self[unused], other != text, let next = DetailName("\(name) \(number)") {
            unused = next
            number += 1
        }
        self[unused] = text
    }
}

public struct BookDetail: Hashable, Sendable {
    public let name: DetailName
    /// Never blank; may have several lines.
    public fileprivate(set) var text: String
}

/// The name of a detail: a tidied line that is not empty, without `=` and comma, which end a name on the command line.
public struct DetailName: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// Nil if `text` can't be a name.
    public init?(_ text: String) {
        description = text.tidied
        if description.isEmpty || description.utf8.contains(where: { $0 == 0x3D || $0 == 0x2C }) { return nil }
    }

    /// The name of a detail with a value that its field could not keep; `remark` says why.
    init?(field: String, _ remark: String) {
        self.init("\(field) (\(remark))")
    }

    /// Whether both are one name, whatever their case.
    public func isSame(as other: DetailName) -> Bool {
        description == other.description
            // Lowering the case of ASCII keeps the length, and most names differ in length.
            || (description.utf8.count == other.description.utf8.count || !description.isASCII
                || !other.description.isASCII) && description.lowercased() == other.description.lowercased()
    }
}
