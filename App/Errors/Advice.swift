import Domain

extension LibraryError {
    /// What a user of the command line can do about it, where that isn't obvious from the message.
    var advice: String? {
        switch self {
        case .book(.noSuchBook), .book(.prefixTooShort): "\"\(Bookshelf.name) list\" shows all"
        case .book(.noSuchShelf): "see \"\(Bookshelf.name) shelves\""
        case .book(.ambiguous), .lending(.ambiguous): "name one by its identifier:"
        case .book(.startedAfterFinish): "add --status reading if you are reading it again"
        case .merging(.areLent): "see \"\(Bookshelf.name) help return\""
        case .lending(.isLent): "see \"\(Bookshelf.name) help return\""
        case .lending(.noSuchBorrower): "see \"\(Bookshelf.name) people\""
        case .lending(.hasBooks): "see \"\(Bookshelf.name) loans\""
        case .catalog(.noSuchBook): "give its title and --author"
        case .catalog(.noAuthor): "add --author"
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
