extension FieldList {
    /// The fields, each on as many lines as it takes, in `width` columns; no further fields from `limit` lines on.
    func lines(width: Int, limit: Int = .max) -> [View] {
        let label = min(16, 2 + (fields.map(\.name.columns).max() ?? 0))
        var lines: [View] = []
        for (name, value, _) in fields {
            if lines.count >= limit { break }
            // A text may be very long.
            let value = limit == .max ? value : String(value.prefix(limit * width))
            for (index, line) in value.broken(into: max(1, width - label - 1)).enumerated() {
                lines.append(.row([.fixed(label, .text(index == 0 ? name : "", .faint)), .share(1, .text(line))]))
            }
        }
        return lines
    }
}
