import Domain

extension LibraryError {
    /// What a user of the command line can do about it, where that isn't obvious from the message.
    var advice: String? {
        switch self {
        case .item(.noSuchItem): "\(Item.words.quoted("list")) shows all"  // each feature
        case .item(.ambiguous): "name one by its identifier:"  // each feature
        case .store(.damaged(let file, _, _)) where file.hasSuffix("/settings.json"):
            "delete it, and all settings have their defaults again"
        case .store(.damaged): "restore it from a copy"
        case .store(.newerVersion(_, _, _, let needs)):
            "get \(needs.map { "version \($0) or later" } ?? "a newer version") from where you got "
                + "\(Bookshelf.name) \(Bookshelf.version)"
        case .store(.busy): "try again when they are done"
        default: nil
        }
    }
}
