import Domain
import Storage

/// An element of a JSON list: a book with the members that `JSONWriter.book` writes. `null` counts as absent. Other
/// members become details, but not the borrower and the due day, since loans are not imported.
struct BookObject {
    /// The keys of its members, and of a word that the options give a meaning.
    private(set) var names: Set<String> = []
    private var book: ListedBook?
    private var problem: String?

    init(_ scanner: JSONScanner, options: ImportOptions) {
        var scanner = scanner
        var members = Set<String>(minimumCapacity: 16)
        var values = [ListedValue?](repeating: nil, count: memberNames.count)
        var others: [(name: String, text: String)] = []
        do {
            try scanner.object { member, scanner throws(JSONError) in
                let name = try member.text()
                if !members.insert(name).inserted { problem = problem ?? "two members are named \(name)" }
                let value = try ListedValue(from: &scanner)
                if let index = memberNames.firstIndex(of: options.field(of: name)) {
                    values[index] = value
                } else if let value, options.keeps(name), name != "lentTo", name != "due" {
                    others.append((name, value.description))
                }
            }
        } catch {
            problem = problem ?? "not an object"
        }
        guard problem == nil else { return }
        names = Set(members.map(CSVHeader.key))
        var book = ListedBook(values: values, options: options)
        for (name, text) in others { book.keep(text, named: name) }
        if let word = book.reading.mappedWord { names.insert(word) }
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
    /// The name of the field that the member called `name` has.
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

    /// Whether the member called `name` is kept as a detail if no field has it.
    fileprivate func keeps(_ name: String) -> Bool { !field(of: name).isEmpty }
}

private let memberNames = BookRecord.memberNames.map(\.description)
