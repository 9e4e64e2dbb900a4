extension Repositories {
    public var books: any Repository<Book> { repository(of: Book.self) }
}

extension LibrarySnapshot {
    public var books: [Book] { entities(of: Book.self) }

    public init(books: [Book]) {
        self.init()
        set(books)
    }
}

/// Which books to see.
public typealias BookQuery = Query<Book>
