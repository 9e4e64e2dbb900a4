import Domain

extension ReadingStatus {
    /// The status that `word` means in this program and others, or nil. Ignores case, hyphens and spaces.
    init?(word: String) {
        if let status = ReadingStatus(rawValue: word) {
            self = status
            return
        }
        switch word.lowercased().filter({ $0.isLetter }) {
        case "toread", "wanttoread", "tbr", "unread", "notread", "wishlist": self = .toRead
        case "reading", "currentlyreading", "inprogress", "started": self = .reading
        case "read", "finished", "completed", "done": self = .read
        case "abandoned", "didnotfinish", "dnf", "unfinished": self = .abandoned
        default: return nil
        }
    }
}

extension Day {
    /// Reads `2023/08/15` and `2023-08-15`, with or without leading zeros or a time after it; or returns nil. Rejects
    /// dates that begin with the day or the month, which are ambiguous.
    init?(cell: String) {
        let date = cell.prefix { $0 != "T" && $0 != " " }
        let parts = date.split(separator: date.contains("/") ? "/" : "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].utf8.count == 4 else { return nil }
        guard parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else { return nil }
        guard let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]) else { return nil }
        self.init(year: year, month: month, day: day)
    }
}
