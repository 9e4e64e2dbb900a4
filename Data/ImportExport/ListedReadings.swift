import Domain

/// One reading of a book, as a list describes it. A day that the list lacks is empty.
struct ListedReading {
    var started = ""
    var finished = ""
    /// Whether the list says more about this reading.
    var hasMore = false
}

extension ListedBook {
    /// Takes the start of the latest of these readings, and the last day on which the book was read to its end. Keeps
    /// the cells that the readings come from, unless they say no more than that.
    mutating func take(_ readings: [ListedReading], from cells: [ListedCell]) {
        let days = readings.map { (started: reading.day($0.started), finished: reading.day($0.finished)) }
        let latest = days.max { ($0.finished ?? $0.started).isBefore($1.finished ?? $1.started) }
        if draft.started == nil { draft.started = latest?.started }
        if draft.finished == nil, draft.status != .abandoned { draft.finished = days.compactMap(\.finished).max() }
        let isAll = readings.allSatisfy {
            !$0.hasMore && has($0.started, as: draft.started) && has($0.finished, as: draft.finished)
        }
        if readings.count > 1 || !isAll { keep(cells) }
    }

    /// Whether that text is empty or this day, without a time or a remark.
    private func has(_ text: String, as day: Day?) -> Bool {
        text.isEmpty || day != nil && reading.day(text) == day && !text.contains { $0 == "T" || $0 == " " }
    }
}

extension Day? {
    fileprivate func isBefore(_ other: Day?) -> Bool {
        guard let self, let other else { return self == nil && other != nil }
        return self < other
    }
}
