import Domain

extension ReadingStatus {
    var style: Style {
        switch self {
        case .toRead, .read: .plain
        case .reading: .good
        case .abandoned: .faint
        }
    }
}

extension BookField {
    /// A value of this field as people see it in a table: a ★ for each star of a rating, and ♥ for a favourite.
    func drawn(_ value: FieldValue) -> String {
        switch value {
        case .number(let stars) where self == .rating: String(repeating: "★", count: stars)
        case .flag(let flag): flag ? "♥" : ""
        default: value.text
        }
    }
}
