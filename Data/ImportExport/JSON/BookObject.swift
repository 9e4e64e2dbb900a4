import Domain
import Storage

/// An element of a JSON list: a book with the members that `JSONWriter.book` writes. `null` counts as absent. Other
/// members become details, but not the borrower and the due day, since loans are not imported.
struct BookObject {
    /// The keys of its members, and of a word to which the options give a meaning.
    private(set) var names: Set<String> = []
    private var book: ListedBook?
    private var problem: String?

    init(_ scanner: JSONScanner, options: ImportOptions) {
        var scanner = scanner
        var members = Set<String>(minimumCapacity: 16)
        var listed: [(name: String, field: String, value: ListedValue)] = []
        do {
            try scanner.object { member, scanner throws(JSONError) in
                let name = try member.text()
                if !members.insert(name).inserted { problem = problem ?? "two members are named \(name)" }
                guard let value = try ListedValue(from: &scanner) else { return }
                // Exported to CSV, it couldn't be imported: the reader takes a file with a NUL byte for binary data.
                if value.hasNUL || name.utf8.contains(0) { problem = problem ?? "a NUL character in a text" }
                listed.append((name, options.field(of: name), value))
            }
        } catch {
            problem = problem ?? "not an object"
        }
        guard problem == nil else { return }
        names = Set(members.map(CSVHeader.key))
        var values = [ListedValue?](repeating: nil, count: memberNames.count)
        var others: [(name: String, value: ListedValue)] = []
        // If two members are for one field, the mapped one provides it, and the other becomes a detail.
        for (name, field, value) in listed.filter({ $0.name != $0.field }) + listed.filter({ $0.name == $0.field }) {
            if let index = memberNames.firstIndex(of: field), values[index] == nil {
                values[index] = value
            } else if !["", "lentTo", "due"].contains(field) {
                others.append((name, value))
            }
        }
        var book = ListedBook(values: values, options: options)
        for (name, value) in others { book.keep(value.description, named: name) }
        names.formUnion(book.reading.mappedWords)
        self.book = book
    }

    /// `number` counts elements from 1.
    func row(line: Int, number: Int, bytes: ArraySlice<UInt8>) -> ImportRow {
        let row = book?.row(line: line, bytes: bytes)
        if let row, case .rejected(.notABook(let reason)) = row.content { return rejected(reason) }
        return row ?? rejected(problem ?? "not an object")

        func rejected(_ reason: String) -> ImportRow {
            let reason = RejectionReason.notABook(reason: "element \(number): \(reason)")
            return ImportRow(line: line, bytes: bytes, content: .rejected(reason))
        }
    }
}

extension ImportOptions {
    /// The field that the member called `name` holds: its own name, unless it is mapped; empty if it is ignored.
    fileprivate func field(of name: String) -> String {
        if mappings.isEmpty { return name }
        for mapping in mappings.reversed() where mapping.key == CSVHeader.key(name) {
            switch mapping.meaning {
            case .field(let field): return field
            case .ignored: return ""
            case .status: continue
            }
        }
        return name
    }
}

private let memberNames = BookRecord.memberNames.map(\.description)
