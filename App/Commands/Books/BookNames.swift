import Domain

extension LibraryNames { static let books = names(of: Book.self) }
