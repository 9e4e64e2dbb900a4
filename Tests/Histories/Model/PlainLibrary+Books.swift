import Domain
import TestSupport

extension PlainLibrary {
    func book(_ id: Book.ID) throws(Refusal) -> BookDraft {
        guard let book = books[id] else { throw Refusal("noSuchBook", "\(id)") }
        return book
    }

    /// The book that was entered, in place of an old one.
    func valid(
        _ draft: BookDraft, _ old: (id: Book.ID, book: BookDraft)?, on today: Day
    ) throws(Refusal) -> BookDraft {
        var book = draft
        (book.title, book.authors) = (draft.title.tidy, draft.authors.map(\.tidy).filter { $0 != "" })
        book.added = draft.added ?? old?.book.added ?? today
        if book.title == "" { throw Refusal("noTitle") }
        if book.authors == [] { throw Refusal("noAuthor") }
        if old == nil || book.started != old?.book.started || book.finished != old?.book.finished {
            if let day = book.finished, day > today { throw Refusal("finishedInFuture", "\(day)") }
            if let day = book.started, book.isFinished(before: day), book.status != .reading {
                throw Refusal("startedAfterFinish", "\(day)")
            }
        }
        if let isbn = book.isbn, let owner = owner(of: isbn), owner != old?.id {
            throw Refusal("sameISBN", "\(isbn)", "\(owner)")
        }
        return book
    }

    func owner(of isbn: ISBN) -> Book.ID? { books.filter { $0.value.isbn == isbn }.keys.min() }

    func edited(_ id: Book.ID, _ entries: [Entry], on today: Day) throws(Refusal) -> BookDraft {
        let old = try book(id)
        var book = old
        for entry in entries { book.enter(entry) }
        if !entries.contains(where: { $0.field == .status }) { book.followDays(since: old) }
        let turned = book.status == old.status ? nil : book.status
        let isLeft = book.finished == old.finished && !entries.contains { $0.field == .finished }
        if turned == .read, isLeft, book.finished == nil || book.started.map(book.isFinished) == true {
            book.finished = today
        }
        if turned == .reading, old.started == nil, book.finished == nil, !entries.contains(.empty(.started)) {
            book.started = book.started ?? today
        }
        return try valid(book, (id, old), on: today)
    }

    mutating func remove(_ ids: [Book.ID]) throws(Refusal) {
        for id in ids { _ = try book(id) }
        try requireReturned(ids)
        for id in ids { books[id] = nil }
        loans = loans.filter { !ids.contains($0.value.book) }
    }

    mutating func merge(_ others: [Book.ID], into id: Book.ID) throws(Refusal) {
        var kept = try book(id)
        for other in others where other != id { kept.take(try book(other)) }
        if others.allSatisfy({ $0 == id }) { throw Refusal("mergedIntoItself", "\(id)") }
        if Set(others + [id]).compactMap(openLoan).count > 1 { throw Refusal("areLent") }
        for other in others { books[other] = nil }
        books[id] = kept
        moveLoans(of: others, to: id)
    }
}

extension BookDraft {
    fileprivate mutating func enter(_ entry: Entry) {
        switch entry {
        case .set(.title, let text): title = text
        case .set(.authors, let text): authors = [text]
        case .set(.isbn, let text): isbn = try? ISBN(text)
        case .set(.status, let text): status = ReadingStatus(rawValue: text) ?? status
        case .set(.rating, let text): rating = Int(text).flatMap { Rating($0) }
        case .set(.favorite, _): isFavorite = true
        case .set(.shelves, let text): shelves.put([text])
        case .set(.added, let text): added = Day(text)
        case .set(.started, let text): started = Day(text)
        case .set(.finished, let text): finished = Day(text)
        case .set(.notes, let text): notes = text
        case .set(.details, let text):
            if let detail = try? BookDetail(entered: text) { details[detail.name] = detail.text }
        case .set(.sources, _): break
        case .takeOff(let shelf): shelves.removeAll { folding($0) == folding(shelf) }
        case .empty(let field): self[field] = field.initial
        }
    }

    /// With a new finish day it is read, and with a new start day it is being read, unless it was given up.
    mutating func followDays(since old: BookDraft) {
        if status == .abandoned || status != old.status { return }
        if finished != nil, finished != old.finished {
            status = .read
        } else if status == .toRead, started != nil, started != old.started {
            status = .reading
        }
    }

    fileprivate func isFinished(before day: Day) -> Bool { finished.map { $0 < day } ?? false }

    /// What a book that is merged into this one has: it fills gaps, and the rest becomes details.
    fileprivate mutating func take(_ other: BookDraft) {
        if other.status != .toRead, status == .toRead { status = other.status }
        isFavorite = isFavorite || other.isFavorite
        shelves.put(other.shelves)
        for field in [BookField.title, .authors, .isbn, .status, .rating, .added, .started, .finished] {
            let (own, text) = (self[field].text, other[field].text)
            if own == "" { self[field] = other[field] }
            if own == "" || text == "" || own == text || other[field] == field.initial { continue }
            if let name = DetailName("\(field) (merged)") { details.add(text, named: name) }
        }
        notes.put(other.notes)
        for detail in other.details.all { details.add(detail.text, named: detail.name) }
        sources = BookSources(sources.all + other.sources.all)
    }
}

extension String {
    var tidy: String { split(separator: " ").joined(separator: " ") }
}

extension String? {
    mutating func put(_ other: String?) {
        guard let own = self, let other else {
            self = self ?? other
            return
        }
        self = own.contains(other) ? own : other.contains(own) ? other : own + "\n\n" + other
    }
}

extension [String] {
    mutating func put(_ names: [String]) {
        for name in names where !contains(where: { folding($0) == folding(name) }) { append(name) }
    }
}
