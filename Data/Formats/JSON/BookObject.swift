import Domain
import Storage

extension ImportRow {
    /// The book that an element of a JSON list is, with the members that `JSONWriter.book` writes. Other members are
    /// passed over, and so is who has the book: loans are not imported. `null` counts as absent.
    init(json scanner: JSONScanner, line: Int) {
        var scanner = scanner
        do throws(RejectionReason) {
            self = try scanner.book().row(line: line)
        } catch {
            self.init(line: line, content: .failure(error))
        }
    }
}

extension JSONScanner {
    fileprivate mutating func book() throws(RejectionReason) -> BookNotes {
        var notes = BookNotes()
        var names = Set<String>(minimumCapacity: 16)
        var problem: String?
        do throws(JSONError) {
            try object { member, scanner throws(JSONError) in
                let name = try member.text()
                if !names.insert(name).inserted { problem = problem ?? "two members are named \(name)" }
                let value = scanner
                do throws(JSONError) {
                    if try scanner.null() { return }
                    try notes.read(member, from: &scanner)
                } catch {
                    problem = problem ?? "\(name) is of the wrong type"
                    scanner = value
                    try scanner.skip()
                }
            }
        } catch {
            problem = problem ?? "not an object"
        }
        // It could not be exported to CSV again, where a NUL byte is the mark of binary data.
        if notes.draft.hasNUL { problem = problem ?? "a NUL character in a text" }
        if let problem { throw .notABook(reason: problem) }
        return notes
    }
}

extension BookDraft {
    fileprivate var hasNUL: Bool {
        title.utf8.contains(0) || authors.contains { $0.utf8.contains(0) } || shelves.contains { $0.utf8.contains(0) }
    }
}

extension BookNotes {
    fileprivate mutating func read(_ member: JSONName, from scanner: inout JSONScanner) throws(JSONError) {
        switch member {
        case "id": id = Book.ID(try scanner.string())
        case "title": draft.title = try scanner.string()
        case "authors": draft.authors = try scanner.strings()
        case "isbn": noteISBN(ISBNCell(try scanner.string()))
        case "status": noteStatus(try scanner.string())
        case "rating": noteRating(try scanner.number())
        case "favorite": draft.isFavorite = try scanner.bool()
        case "shelves": draft.shelves = try scanner.strings()
        case "added": noteAdded(try scanner.string())
        case "finished": noteFinished(try scanner.string())
        default: try scanner.skip()
        }
    }
}
