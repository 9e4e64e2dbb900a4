import Domain
import Storage

/// An element of a JSON list: a book with the members that `JSONWriter.book` writes. `null` counts as absent. Other
/// members become details, but not what other entities say of the book, which isn't imported. Where a book lacks a
/// member, one with a name that tables have for it provides it, such as `author`.
struct BookObject {
    /// The keys of its members, and of a word to which the options give a meaning.
    private(set) var names: Set<String> = []
    private(set) var book: ListedBook?
    private var problem: String?

    /// With `isOfCalibre`, an object of `calibredb list --for-machine`.
    init(_ scanner: JSONScanner, options: ImportOptions, isOfCalibre: Bool = false) {
        var scanner = scanner
        var members = Set<String>(minimumCapacity: 16)
        var (mapped, own, alike): (Members, Members, Members) = ([], [], [])
        do {
            try scanner.object { member, scanner throws(JSONError) in
                let name = try member.text()
                if !members.insert(name).inserted { problem = problem ?? "two members are named \(name)" }
                guard let value = try ListedValue(from: &scanner) else { return }
                // Exported to CSV, it couldn't be imported: the reader takes a file with a NUL byte for binary data.
                if value.hasNUL || name.utf8.contains(0) { problem = problem ?? "a NUL character in a text" }
                if let field = options.field(of: name) {
                    mapped.append((name, field, value))
                } else if memberNames.contains(name) || derivedNames.contains(name) {
                    own.append((name, name, value))
                } else {
                    // calibre's comments are the publisher's words, in HTML.
                    let isOther = isOfCalibre && name == "comments"
                    let field = isOther ? nil : BookTable.Kind.plain.member(of: CSVHeader.key(name))
                    alike.append((name, field ?? name, value))
                }
            }
        } catch {
            problem = problem ?? "not an object"
        }
        guard problem == nil else { return }
        names = Set(members.map(CSVHeader.key))
        var values = [ListedValue?](repeating: nil, count: memberNames.count)
        var others: [(name: String, value: ListedValue)] = []
        // If two members are for one field, the mapped one provides it, and the other becomes a detail.
        for (name, field, value) in mapped + own + alike {
            if let index = memberNames.firstIndex(of: field), values[index] == nil {
                values[index] = value
            } else if !(derivedNames + ["", "found"]).contains(field) {
                others.append((name, value))
            }
        }
        if isOfCalibre { Self.readCalibre(&values) }
        var book = ListedBook(values: values, options: options)
        for (name, value) in others {
            if isOfCalibre, name == "uuid" {
                book.keepSources([ListedCell(column: name, text: value.description)], of: .calibre)
            } else if !isOfCalibre || name != "cover" {
                book.keep(value.description, named: name)
            }
        }
        book.imported.columns = (mapped + own + alike).compactMap { name, field, _ in
            BookField.canRefuse.contains(field) ? DetailName(column: name) : nil
        }
        names.formUnion(book.reading.mappedWords)
        self.book = book
    }

    /// Authors are in one text, and ratings are two for each star.
    private static func readCalibre(_ values: inout [ListedValue?]) {
        for (index, name) in memberNames.enumerated() {
            switch (name, values[index]) {
            case ("authors", .text(let text)?):
                values[index] = .texts(text.parts(" & ").map { $0.replacing("&&", with: "&") })
            case ("rating", .number(let number)?): values[index] = Double(number).map { .number("\($0 / 2)") }
            default: break
            }
        }
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
    /// The field that the member called `name` is mapped to; empty if it is ignored, nil if it isn't mapped.
    fileprivate func field(of name: String) -> String? {
        if mappings.isEmpty { return nil }
        for mapping in mappings.reversed() where mapping.key == CSVHeader.key(name) {
            switch mapping.meaning {
            case .field(let field): return field
            case .ignored: return ""
            case .status: continue
            }
        }
        return nil
    }
}

private typealias Members = [(name: String, field: String, value: ListedValue)]
private let memberNames = BookRecord.memberNames.map(\.description)
/// The names of what other entities say of a book.
let derivedNames = Book.Derived.Field.allCases.map(\.rawValue)
