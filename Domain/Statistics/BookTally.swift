/// How the reader likes some books.
public struct BookTally: Hashable, Sendable {
    public let favorites: Int
    public let rated: Int
    /// Of the rated books; nil if there are none.
    public let averageRating: Double?
    /// How many books have each number of stars.
    let byRating: [Int: Int]

    init(of books: [BookDraft]) {
        let stars = books.compactMap { $0.rating?.stars }
        favorites = books.count(where: \.isFavorite)
        rated = stars.count
        byRating = stars.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        averageRating = stars.isEmpty ? nil : Double(stars.reduce(0, +)) / Double(stars.count)
    }
}
