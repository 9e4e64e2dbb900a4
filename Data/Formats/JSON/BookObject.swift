import Domain
import Storage

extension ImportRow {
    /// The book that an element of a JSON list is, with the members that `JSONWriter.book` writes. Other members are
    /// passed over, and so is who has the book: loans are not imported. `null` counts as absent.
    init(json scanner: JSONScanner, line: Int) {
        var scanner = scanner
        do {
            self = try scanner.book().row(line: line)
        } catch {
            self.init(line: line, content: .failure(error))
        }
    }
}

extension JSONScanner {
    fileprivate mutating func book() throws(RejectionReason) -> BookNotes {
        var names = Set<String>(minimumCapacity: 16)
        var values: [String: ListedValue] = [:]
        var problem: String?
        do {
            try object { member, scanner throws(JSONError) in
                let name = try member.text()
                if !names.insert(name).inserted { problem = problem ?? "two members are named \(name)" }
                values[name] = try ListedValue(from: &scanner)
            }
        } catch {
            problem = problem ?? "not an object"
        }
        if let problem { throw .notABook(reason: problem) }
        return try ListedMembers.notes { [values] in values["\($0)"] }
    }
}
