import Domain

extension LibraryError {
    /// What a user of the command line can do about it, where that isn't obvious from the message.
    var advice: String? {
        switch self {
        case .item(.noSuchItem): ItemCommands.whereToLook  // each feature
        case .item(.ambiguous): "name one by its identifier:"  // each feature
        case .store(.damaged): "restore it from a copy"
        case .store(.newerVersion): "use a newer version of the program"
        case .store(.busy): "try again when they are done"
        default: nil
        }
    }

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
