import Domain
import Storage

extension ReadingStatus {
    /// The status that `word` means in this program and others, or nil. Compares only letters, and ignores case.
    init?(word: String) {
        if let status = ReadingStatus(rawValue: word) {
            self = status
            return
        }
        switch word.lowercased().filter({ $0.isLetter }) {
        case "toread", "wanttoread", "tbr", "unread", "notread", "wishlist", "planned", "notbegun", "forlater",
            "plantoread":
            self = .toRead
        case "reading", "currentlyreading", "inprogress", "started", "paused", "onhold": self = .reading
        case "read", "alreadyread", "finished", "completed", "done", "readbutunowned": self = .read
        case "abandoned", "didnotfinish", "didntfinish", "dnf", "unfinished", "wontfinish", "gaveup", "dropped",
            "stopped", "stoppedreading":
            self = .abandoned
        default: return nil
        }
    }

    /// Whether `word` says more than a status: something in digits, that the reading is interrupted, or that the reader
    /// doesn't own the book.
    static func isPart(of word: String) -> Bool {
        if word.utf8.contains(where: \.isDigit) { return true }
        return ["paused", "onhold", "wishlist", "readbutunowned"].contains(word.lowercased().filter { $0.isLetter })
    }
}

extension String {
    /// Whether it is the name of a shelf of favourites.
    var isFavorites: Bool { ["favorites", "favourites"].contains(tidied.lowercased()) }

    /// Whether it names the medium of a film, music or a game. An "Audio CD" is often a book.
    var isFilmOrMusic: Bool {
        let words = Set(lowercased().split { !$0.isLetter }.map { String($0) })
        return words.isDisjoint(with: ["book", "audiobook", "sheet", "score"]) && !words.isDisjoint(with: Self.media)
    }

    private static let media: Set = [
        "dvd", "blu", "bluray", "vhs", "laserdisc", "video", "movie", "film", "tv", "television", "music", "musical",
        "vinyl", "lp", "videogame", "game", "software",
    ]
}

extension Day {
    /// Reads `2023/08/15` and `2023-08-15`, with or without leading zeros or a time after it; or returns nil. Days that
    /// begin with the day or the month, such as `5.8.23`, are ambiguous: they need an order. A year of two digits is
    /// one from 1969 to 2068, as POSIX reads it.
    init?(cell: String, order: DayOrder?) {
        let date = cell.prefix { $0 != "T" && $0 != " " }
        let parts = date.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "-" || $0 == "." }
        guard parts.count == 3, parts.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) }) else { return nil }
        let numbers = parts.compactMap { Int($0) }
        guard numbers.count == 3 else { return nil }
        if parts[0].utf8.count == 4 {
            self.init(year: numbers[0], month: numbers[1], day: numbers[2])
            return
        }
        guard let order, parts[2].utf8.count == 2 || parts[2].utf8.count == 4 else { return nil }
        let century = parts[2].utf8.count == 4 ? 0 : numbers[2] < 69 ? 2000 : 1900
        let (day, month) = order == .dmy ? (numbers[0], numbers[1]) : (numbers[1], numbers[0])
        self.init(year: century + numbers[2], month: month, day: day)
    }
}
