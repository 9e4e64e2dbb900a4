/// Named texts about a book that have no field of their own, such as "Publisher", in order. Names that
/// are equal in lower case are one name.
public struct BookDetails: Hashable, Sendable {
    public private(set) var all: [BookDetail] = []

    public init() {}

    /// These details, which are those of a book already: tidy, and no name twice.
    public init(tidy details: [BookDetail]) { all = details }

    public var isEmpty: Bool { all.isEmpty }

    /// Makes room for so many: an array that grows one by one takes up to twice the memory.
    public mutating func reserveCapacity(_ count: Int) { all.reserveCapacity(count) }

    /// The text of the detail with that name, whatever its case; nil if there is none. A new text replaces the old one,
    /// whose name stays as it was spelled, or is added at the end. A blank text removes the detail.
    public subscript(name: DetailName) -> String? {
        get { index(of: name).map { all[$0].text } }
        set { set(newValue?.tidiedLines ?? "", at: index(of: name), named: name) }
    }

    /// Adds a text without replacing another. If another text has the name, a number is added to the name.
    public mutating func add(_ text: String, named name: DetailName) {
        let text = text.tidiedLines
        var unused = name
        var number = 2
        while let index = index(of: unused) {
            guard all[index].text != text, let next = DetailName("\(name) \(number)") else { return }
            unused = next
            number += 1
        }
        set(text, at: nil, named: unused)
    }

    private func index(of name: DetailName) -> Int? {
        all.firstIndex { $0.name.isSame(as: name) }
    }

    private mutating func set(_ tidied: String, at index: Int?, named name: DetailName) {
        switch index {
        case let index? where tidied.isEmpty: all.remove(at: index)
        case let index?: all[index].text = tidied
        case nil where !tidied.isEmpty: all.append(BookDetail(name: name, text: tidied))
        case nil: break
        }
    }
}

public struct BookDetail: Hashable, Sendable {
    public let name: DetailName
    /// Never blank; may have several lines.
    public fileprivate(set) var text: String

    public init(name: DetailName, text: String) {
        (self.name, self.text) = (name, text)
    }

    /// Reads `<name>=<text>`. Throws `BookError.notADetail`, and `.nameOfAField` for a name that a field has.
    public init(_ text: String) throws(LibraryError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let name = DetailName(String(parts[0])), !String(parts[1]).isBlank else {
            throw .book(.notADetail)
        }
        if name.isFieldName { throw .book(.nameOfAField("\(name)")) }
        self.init(name: name, text: String(parts[1]).tidiedLines)
    }
}

/// The name of a detail: a tidied line that is not empty, without `=` and comma, so that names can be listed and paired
/// with texts.
public struct DetailName: Hashable, Sendable, CustomStringConvertible {
    public let description: String
    /// Whether a field of a listed book has this name. New details don't get such names; a detail in an older library may
    /// have one, because later versions add fields.
    public var isFieldName: Bool { Self.fieldNames.contains(description.lowercased()) }

    private static let fieldNames = Set(
        (BookField.allCases.map(\.rawValue) + BookListing.ownFieldNames).map { $0.lowercased() })

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
    func isSame(as other: DetailName) -> Bool {
        let (name, other) = (description, other.description)
        if name == other { return true }
        // Most names differ in length, which lower case changes only outside ASCII.
        if name.utf8.count != other.utf8.count, name.isASCII, other.isASCII { return false }
        return name.lowercased() == other.lowercased()
    }

    /// The name of a detail for a value that its field could not keep; `remark` says why.
    init?(field: String, _ remark: String) {
        self.init("\(field) (\(remark))")
    }
}
