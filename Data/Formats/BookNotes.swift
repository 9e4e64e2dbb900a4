import Domain

/// What one entry of a list says of a book, gathered field by field. A field that can't be read is left out, with a
/// warning; the book stays.
struct BookNotes {
    var id: Book.ID?
    var draft = BookDraft()
    private(set) var warnings: [ImportWarning] = []

    init(id: Book.ID? = nil, draft: BookDraft = BookDraft(), warnings: [ImportWarning] = []) {
        self.id = id
        self.draft = draft
        self.warnings = warnings
    }

    mutating func noteISBN(_ cells: ISBNCell...) {
        draft.isbn = ISBN(cells: cells, &warnings)
    }

    mutating func noteRating(_ text: String) {
        draft.rating = read(text)
    }

    /// Returns whether there was a status.
    @discardableResult
    mutating func noteStatus(_ text: String) -> Bool {
        guard let status: ReadingStatus = read(text) else { return false }
        draft.status = status
        return true
    }

    mutating func noteAdded(_ text: String) {
        draft.added = read(text)
    }

    mutating func noteFinished(_ text: String) {
        draft.finished = read(text)
    }

    /// The row of an import that says this.
    func row(line: Int) -> ImportRow {
        ImportRow(line: line, id: id, content: .success(draft), warnings: warnings)
    }

    private mutating func read<Value: MemberValue>(_ text: String) -> Value? {
        // A cell is of the right type for each of these.
        try? Value(.cell(text), &warnings)
    }
}

extension ISBN {
    /// The first ISBN in `cells`. Warns of a wrong one only if no cell has a right one.
    init?(cells: [ISBNCell], _ warnings: inout [ImportWarning]) {
        var wrong: ImportWarning?
        for cell in cells {
            switch cell {
            case .isbn(let isbn):
                self = isbn
                return
            case .wrong(let text, let error):
                wrong = wrong ?? .wrongISBN(text, error)
            case .nothing:
                continue
            }
        }
        if let wrong { warnings.append(wrong) }
        return nil
    }
}

extension ReadingStatus {
    /// The status that the word stands for in this program and others, or nil. Case, hyphens and spaces don't matter.
    init?(word: String) {
        if let status = ReadingStatus(rawValue: word) {
            self = status
            return
        }
        switch word.lowercased().filter({ $0.isLetter }) {
        case "toread", "wanttoread", "tbr", "unread", "notread", "wishlist": self = .toRead
        case "reading", "currentlyreading", "inprogress", "started": self = .reading
        case "read", "finished", "completed", "done": self = .read
        case "abandoned", "didnotfinish", "dnf", "unfinished": self = .abandoned
        default: return nil
        }
    }
}

extension Day {
    /// Reads `2023/08/15` and `2023-08-15`, zeros left out or not, also with a time after it; or returns nil. Forms
    /// that begin with the day or the month can't be told apart, and are not guessed.
    init?(cell: String) {
        let date = cell.prefix { $0 != "T" && $0 != " " }
        let parts = date.split(separator: date.contains("/") ? "/" : "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].utf8.count == 4 else { return nil }
        guard parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else { return nil }
        guard let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]) else { return nil }
        self.init(year: year, month: month, day: day)
    }
}
