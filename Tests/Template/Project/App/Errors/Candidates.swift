import Domain

extension LibraryError {
    /// What a name may mean, if it is ambiguous: the first twenty matches, and how many more there are.
    var candidates: [String] {
        switch self {
        case .item(.ambiguous(_, let found)): Self.lines(found)  // each feature
        default: []
        }
    }

    private static func lines(_ found: [some FieldedEntity]) -> [String] {
        let shown = found.prefix(20).map { "\($0.id)  \($0.displayName)" }
        return found.count > shown.count ? shown + ["and \(found.count - shown.count) more"] : shown
    }
}
