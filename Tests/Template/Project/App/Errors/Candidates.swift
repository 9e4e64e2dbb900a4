import Domain

extension LibraryError {
    /// What a name may mean, if it is ambiguous: the first twenty matches, and how many more there are.
    var candidates: [String] {
        switch self {
        case .item(.ambiguous(_, let found)): found.map { "\($0.id)  \($0.displayName)" }.shortened  // each feature
        default: []
        }
    }
}
