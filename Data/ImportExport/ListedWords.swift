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
    /// Whether that byte is in its UTF-8. `utf8.contains` takes six times as long.
    func has(_ byte: UInt8) -> Bool {
        utf8.withContiguousStorageIfAvailable { $0.contains(byte) } ?? utf8.contains(byte)
    }

    /// Whether it is the name of a shelf of favourites.
    var isFavorites: Bool { ["favorites", "favourites"].contains(tidied.lowercased()) }

    /// Whether it names the medium of a film, music or a game. An "Audio CD" is often a book.
    var isFilmOrMusic: Bool {
        let words = Set(lowercased().split { !$0.isLetter }.map { String($0) })
        return words.isDisjoint(with: Self.books) && !words.isDisjoint(with: Self.media)
    }

    /// "Kindle Edition with Audio/Video", "Vinyl Bound", "Movie Tie-In" and the like are books.
    private static let books: Set = [
        "book", "books", "audiobook", "ebook", "sheet", "score", "kindle", "nook", "bound", "binding", "tie",
        "hardcover",
        "hardback", "paperback", "softcover", "pamphlet",
    ]

    private static let media: Set = [
        "dvd", "blu", "bluray", "vhs", "laserdisc", "video", "movie", "film", "tv", "television", "music", "musical",
        "vinyl", "lp", "videogame", "game", "software", "journalarticle", "newspaperarticle", "magazinearticle",
        "webpage",
        "blogpost",
    ]
}

extension Day {
    /// Reads `2023/08/15` and `2023-08-15`, with or without leading zeros or a time after it, and days with the name of the
    /// month, such as `August 15, 2023`; or returns nil. Days that begin with the day or the month, such as `5.8.23`, are
    /// ambiguous: they need an order. A year of two digits is one from 1969 to 2068, as POSIX reads it.
    init?(cell: String, order: DayOrder?) {
        guard let day = Day(numbers: cell, order: order) ?? Day(withMonth: cell) else { return nil }
        self = day
    }

    private init?(numbers cell: String, order: DayOrder?) {
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
        let (day, month) = order == .dmy ? (numbers[0], numbers[1]) : (numbers[1], numbers[0])
        self.init(year: Self.year(numbers[2], digits: parts[2].utf8.count), month: month, day: day)
    }

    /// Reads `Aug 15, 2023`, `Tuesday, 15th of August 2023` and `15-Aug-23`, with the name of the month in English, German, French, Spanish,
    /// Italian or Dutch.
    init?(withMonth cell: String) {
        let words = cell.lowercased().split { !$0.isLetter && !$0.isNumber }
        var (month, numbers): (Int?, [Substring]) = (nil, [])
        for word in words.prefix(6) where numbers.count < 2 {
            if word.utf8.allSatisfy(\.isDigit) {
                numbers.append(word)
            } else if ["st", "nd", "rd", "th"].contains(where: word.hasSuffix), word.first?.isNumber == true {
                numbers.append(word.dropLast(2))
            } else if month == nil, word.count > 2 {
                month = Self.months.lazy.compactMap { $0.firstIndex { $0.hasPrefix(word) } }.first.map { $0 + 1 }
            }
        }
        // The year is last, or else it is first, and has four digits.
        if numbers.first?.utf8.count == 4 { numbers.reverse() }
        guard let month, numbers.count == 2, let day = Int(numbers[0]), let year = Int(numbers[1]),
            [2, 4].contains(numbers[1].utf8.count)
        else { return nil }
        self.init(year: Self.year(year, digits: numbers[1].utf8.count), month: month, day: day)
    }

    private static func year(_ number: Int, digits: Int) -> Int {
        digits == 4 ? number : number + (number < 69 ? 2000 : 1900)
    }

    private static let months = [
        "january february march april may june july august september october november december",
        "januar februar märz april mai juni juli august september oktober november dezember",
        "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
        "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
        "januari februari maart april mei juni juli augustus september oktober november december",
    ].map { $0.split(separator: " ") }
}

extension Double {
    /// Reads stars from a list: `4`, `4,5`, `★★★★☆`, `4/5`, `8 out of 10`, `4 stars` and `80%`; or returns nil.
    init?(stars text: String) {
        if let number = Double(text) {
            self = number
            return
        }
        let signs = text.unicodeScalars.filter { $0 != " " && $0 != "\u{FE0F}" }.map { Character($0) }
        let (full, none) = (signs.filter { "★⭐🌟✭*".contains($0) }.count, signs.filter { "☆✩✰".contains($0) }.count)
        let half = signs.filter { "½⯨".contains($0) }.count
        // "4½"
        if half == 1, signs.last == "½", let full = signs.count == 1 ? 0 : Double(String(signs.dropLast())) {
            self = full + 0.5
            return
        }
        if full + none > 0, full + none + half == signs.count, half < 2 {
            self = Double(full) + Double(half) / 2
            return
        }
        var words = text.lowercased().replacing(",", with: ".")
        for word in ["stars", "star", "★", "*"] where words.hasSuffix(word) {
            words = String(words.dropLast(word.count)).tidied
        }
        for separator in ["%", "/", " out of ", " of "] where words.contains(separator) {
            let parts = (words + (separator == "%" ? "100" : "")).components(separator)
            guard parts.count == 2, let stars = Double(parts[0]), let most = Double(parts[1]), most > 0 else {
                return nil
            }
            self = stars * 5 / most
            return
        }
        self.init(words)
    }
}

extension String {
    fileprivate func components(_ separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map { String($0).tidied }
    }
}
