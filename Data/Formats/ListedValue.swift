import Domain
import Storage

/// A value as a list of books has it: a cell of a table, or a member of a JSON object.
enum ListedValue {
    /// A cell of a table, which has no types.
    case cell(String)
    case text(String)
    case texts([String])
    case number(String)
    case bool(Bool)
    /// JSON that no member of a book is.
    case other

    /// Reads the JSON value that comes next; nil for `null`.
    init?(from scanner: inout JSONScanner) throws(JSONError) {
        if try scanner.null() { return nil }
        let start = scanner
        if let text = try? scanner.string() { self = .text(text); return }
        scanner = start
        if let texts = try? scanner.strings() { self = .texts(texts); return }
        scanner = start
        if let number = try? scanner.number() { self = .number(number); return }
        scanner = start
        if let bool = try? scanner.bool() { self = .bool(bool); return }
        scanner = start
        try scanner.skip()
        self = .other
    }

    /// The text. Throws where this is none.
    func text() throws(MemberError) -> String {
        switch self {
        case .cell(let text), .text(let text): return text
        case .texts, .number, .bool, .other: throw .wrongType
        }
    }

    /// Whether a text in it has a NUL character. A file with one can't be a table, so no cell has it.
    fileprivate var hasNUL: Bool {
        switch self {
        case .text(let text): text.utf8.contains(0)
        case .texts(let texts): texts.contains { $0.utf8.contains(0) }
        case .cell, .number, .bool, .other: false
        }
    }
}

/// Reads the members of a book from a list. A value that can't be read is left out, with a warning; the book stays.
struct ListedMembers: MemberVisitor {
    /// The value of a member; nil where the list has none.
    let value: (StaticString) -> ListedValue?
    private(set) var warnings: [ImportWarning] = []
    /// Why the entry is not a valid book.
    private(set) var problem: String?

    init(_ value: @escaping (StaticString) -> ListedValue?) {
        self.value = value
    }

    /// The book that the list describes.
    static func notes(_ value: @escaping (StaticString) -> ListedValue?) throws(RejectionReason) -> BookNotes {
        var members = ListedMembers(value)
        var record = BookRecord()
        record.members(&members)
        if let problem = members.problem { throw .notABook(reason: problem) }
        return BookNotes(id: record.id, draft: record.draft, warnings: members.warnings)
    }

    mutating func member<Value: MemberValue>(_ name: StaticString, _ value: inout Value, isRequired: Bool) {
        if let read: Value = read(name) { value = read }
    }

    private mutating func read<Value: MemberValue>(_ name: StaticString) -> Value? {
        guard let listed = value(name) else { return nil }
        // It could not be exported to CSV again, where a NUL byte is the mark of binary data.
        if listed.hasNUL {
            problem = problem ?? "a NUL character in a text"
            return nil
        }
        do {
            return try Value(listed, &warnings)
        } catch {
            problem = problem ?? "\(name) is of the wrong type"
            return nil
        }
    }
}

/// Collects what a row of the project's own table has in its cells.
struct CellWriter: MemberVisitor {
    private(set) var cells: [String] = []

    mutating func member<Value: MemberValue>(_ name: StaticString, _ value: inout Value, isRequired: Bool) {
        cells.append(value.cell)
    }
}
