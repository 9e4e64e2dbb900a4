import Domain
import Storage

extension ImportRow {
    /// Reads a book from an element of a JSON list, with the members that `JSONWriter.book` writes. Ignores other
    /// members, and the borrower and due day, since loans are not imported. `null` counts as absent.
    init(json scanner: JSONScanner, line: Int) {
        var scanner = scanner
        var names = Set<String>(minimumCapacity: 16)
        var values = [ListedValue?](repeating: nil, count: memberNames.count)
        var problem: String?
        do {
            try scanner.object { member, scanner throws(JSONError) in
                let name = try member.text()
                if !names.insert(name).inserted { problem = problem ?? "two members are named \(name)" }
                let value = try ListedValue(from: &scanner)
                if let index = memberNames.firstIndex(of: name) { values[index] = value }
            }
        } catch {
            problem = problem ?? "not an object"
        }
        if let problem {
            self.init(line: line, content: .failure(.notABook(reason: problem)))
        } else {
            self = ListedBook(values: values).row(line: line)
        }
    }
}

private let memberNames = BookRecord.memberNames.map(\.description)
