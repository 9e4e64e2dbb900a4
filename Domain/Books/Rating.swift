/// One to five stars.
public struct Rating: Hashable, Sendable {
    public let stars: Int

    public static let allowedStars = 1...5

    /// The rating of that many stars, or nil if `allowedStars` doesn't contain it.
    public init?(_ stars: Int) {
        guard Self.allowedStars.contains(stars) else { return nil }
        self.stars = stars
    }
}

extension Rating: Comparable {
    public static func < (left: Rating, right: Rating) -> Bool {
        left.stars < right.stars
    }
}

extension Rating: FieldType {
    static let kind = FieldKind(.number(allowedStars))

    public init?(_ value: FieldValue) {
        guard case .number(let stars) = value else { return nil }
        self.init(stars)
    }

    public var fieldValue: FieldValue { .number(stars) }
}
