import Domain

extension Book: StoredEntity {
    typealias Record = BookRecord
}

struct BookRecord: EntityRecord, Equatable {
    static let kind = "book"

    var id: String?
    var title: String?
    var authors: [String]?
    var isbn: String?
    var status: String?
    var rating: Int?
    var favorite: Bool?
    var shelves: [String]?
    var added: String?
    var finished: String?

    init(_ book: Book) {
        id = "\(book.id)"
        title = book.title
        authors = book.authors
        isbn = book.isbn.map { "\($0)" }
        status = book.status.rawValue
        rating = book.rating?.stars
        favorite = book.isFavorite
        shelves = book.shelves
        added = "\(book.added)"
        finished = book.finished.map { "\($0)" }
    }

    init(from scanner: inout JSONScanner) throws(JSONError) {
        try scanner.object { name, value throws(JSONError) in
            if try value.null() { return }
            switch name {
            case "id" where id == nil: id = try value.string()
            case "title" where title == nil: title = try value.string()
            case "authors" where authors == nil: authors = try value.strings()
            case "isbn" where isbn == nil: isbn = try value.string()
            case "status" where status == nil: status = try value.string()
            case "rating" where rating == nil: rating = try value.integer()
            case "favorite" where favorite == nil: favorite = try value.bool()
            case "shelves" where shelves == nil: shelves = try value.strings()
            case "added" where added == nil: added = try value.string()
            case "finished" where finished == nil: finished = try value.string()
            default: try value.skip()
            }
        }
    }

    static func knows(_ name: JSONName) -> Bool {
        switch name {
        case "id", "title", "authors", "isbn", "status", "rating", "favorite", "shelves", "added", "finished": true
        default: false
        }
    }

    static func mark(of key: Book.LookupKey) -> String? {
        switch key {
        case .isbn(let isbn): "\(isbn)"
        }
    }

    func write(to writer: inout JSONWriter) {
        if let id { writer.member("id", id) }
        if let title { writer.member("title", title) }
        if let authors { writer.member("authors", authors) }
        if let isbn { writer.member("isbn", isbn) }
        if let status { writer.member("status", status) }
        if let rating { writer.member("rating", rating) }
        if let favorite { writer.member("favorite", favorite) }
        if let shelves { writer.member("shelves", shelves) }
        if let added { writer.member("added", added) }
        if let finished { writer.member("finished", finished) }
    }

    func entity() throws(RecordError) -> Book {
        let id = try requiredValue(of: id, "id") { Book.ID($0) }
        let added = try requiredValue(of: added, "added") { Day($0) }
        let rating = try rating.map { stars throws(RecordError) in
            guard let rating = Rating(stars) else {
                throw RecordError(member: "rating", reason: .wrongValue("\(stars)"))
            }
            return rating
        }
        let draft = BookDraft(
            title: title ?? "", authors: authors ?? [], isbn: try value(of: isbn, "isbn") { try? ISBN($0) },
            status: try requiredValue(of: status, "status", ReadingStatus.init(rawValue:)), rating: rating,
            isFavorite: favorite ?? false, shelves: shelves ?? [], added: added,
            finished: try value(of: finished, "finished") { Day($0) })
        do throws(BookError) {
            return try Book(id: id, draft: draft, added: added)
        } catch {
            throw .missing(error == .noTitle ? "title" : "authors")
        }
    }
}
