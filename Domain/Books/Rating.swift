/// One to five stars.
public struct Rating: Hashable, Sendable {
    public let stars: Int

    /// The rating of that many stars, or nil if it is not from one to five.
    public init?(_ stars: Int) {
        guard (1...5).contains(stars) else { return nil }
        self.stars = stars
    }
}

extension Rating: Comparable {
    public static func < (left: Rating, right: Rating) -> Bool {
        left.stars < right.stars
    }
}
