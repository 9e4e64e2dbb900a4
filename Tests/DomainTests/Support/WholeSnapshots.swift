import Domain

// What is made of rows, made of whole snapshots.

extension LibrarySnapshot {
    var rows: [Row<Book>] { books.map { Row($0) } }
}
