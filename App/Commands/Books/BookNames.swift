import Domain

extension LibraryNames {
    static let books = names(of: Book.self)
    static let lentBooks = names(of: Book.self) { $0.lentTo != nil }
    static let booksAtHome = names(of: Book.self) { $0.lentTo == nil }
}
