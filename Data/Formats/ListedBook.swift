import Domain
import Storage

/// A book as a list describes it. A value that can't be read is left out, with a warning; the book stays.
struct ListedBook {
    private let id: Book.ID?
    var draft: BookDraft
    var warnings: [ImportWarning]
    /// Why this isn't a valid book.
    private let problem: String?

    /// Takes a value for each of `BookRecord.memberNames`; nil for one that the list lacks.
    init(values: [ListedValue?]) {
        var members = ListedMembers(rest: values[...])
        var record = BookRecord()
        record.members(&members)
        id = record.id
        draft = record.draft
        warnings = members.warnings
        problem = members.problem
    }

    func row(line: Int) -> ImportRow {
        if let problem { return ImportRow(line: line, content: .failure(.notABook(reason: problem))) }
        return ImportRow(line: line, id: id, content: .success(draft), warnings: warnings)
    }
}

private struct ListedMembers: MemberVisitor {
    /// The values of the members that haven't been visited yet.
    var rest: ArraySlice<ListedValue?>
    private(set) var warnings: [ImportWarning] = []
    private(set) var problem: String?

    init(rest: ArraySlice<ListedValue?>) {
        self.rest = rest
    }

    mutating func member<Value: MemberValue>(_ name: StaticString, _ value: inout Value, isRequired: Bool) {
        guard let listed = rest.popFirst() ?? nil else { return }
        do {
            // It couldn't be exported to CSV, where a NUL byte is taken for binary data.
            if listed.hasNUL { problem = problem ?? "a NUL character in a text" }
            if let read = try Value(listed, &warnings) { value = read }
        } catch {
            problem = problem ?? "\(name) is of the wrong type"
        }
    }
}

/// A value in a list of books: cells of a table, or a member of a JSON object.
enum ListedValue {
    /// A cell of this program's own table.
    case cell(String)
    /// The cells of another program's table that may have the value, the preferred one first.
    case cells([String])
    case text(String)
    case texts([String])
    case number(String)
    case bool(Bool)
    /// Texts by name: the members of a JSON object, or the cells of further columns.
    case named([(name: String, text: String)])
    /// JSON of a type that no member of a book has.
    case other

    /// Reads the next JSON value; nil for `null`.
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
        if let texts = try? scanner.namedStrings() { self = .named(texts); return }
        scanner = start
        try scanner.skip()
        self = .other
    }

    /// The text; of several cells, the first that is not empty. Throws `MemberError.wrongType`.
    func text() throws(MemberError) -> String {
        switch self {
        case .cell(let text), .text(let text): return text
        case .cells(let cells): return cells.first { !$0.isEmpty } ?? ""
        case .texts, .number, .bool, .named, .other: throw .wrongType
        }
    }

    /// Whether a text has a NUL character, which JSON can escape. Cells have none: no file may have a NUL byte.
    fileprivate var hasNUL: Bool {
        switch self {
        case .text(let text): text.utf8.contains(0)
        case .texts(let texts): texts.contains { $0.utf8.contains(0) }
        case .named(let texts): texts.contains { $0.text.utf8.contains(0) || $0.name.utf8.contains(0) }
        case .cell, .cells, .number, .bool, .other: false
        }
    }
}
