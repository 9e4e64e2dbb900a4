// Parts of a text that belong to a feature, in files that name several.
extension String {
    /// Without the block whose first line begins so, whatever its indentation: in Swift and in scripts a line with the lines
    /// that belong to it, those of deeper indentation and what closes them, and its comments and attributes; in Markdown a
    /// paragraph, an item, a row, or a section from its heading. Nil unless there is one such line.
    func removingBlock(_ beginning: String, isMarkdown: Bool) -> String? {
        var lines = split(separator: "\n", omittingEmptySubsequences: false)
        let places = lines.indices.filter { lines[$0].drop { $0 == " " }.hasPrefix(beginning) }
        guard places.count == 1, let place = places.first else { return nil }
        let start = isMarkdown ? place : lines.startOfBlock(place)
        let end = isMarkdown ? lines.endOfMarkdown(place) : lines.endOfBlock(place)
        lines.removeSubrange(start..<end)
        // No blank line at the beginning or end of a body, and never two.
        if start < lines.count, start > 0 {
            let (before, after) = (lines[start - 1], lines[start])
            if after.isBlank, before.isBlank || before.opens, start < lines.count - 1 {
                lines.remove(at: start)
            } else if before.isBlank, after.closes {
                lines.remove(at: start - 1)
            }
        }
        return lines.joined(separator: "\n")
    }

    /// Without the line that begins so, whatever its indentation. Nil unless there is one such line.
    func removingLine(_ beginning: String) -> String? {
        var lines = split(separator: "\n", omittingEmptySubsequences: false)
        let places = lines.indices.filter { lines[$0].drop { $0 == " " }.hasPrefix(beginning) }
        guard places.count == 1 else { return nil }
        lines.remove(at: places[0])
        return lines.joined(separator: "\n")
    }

    /// Without these words wherever they are, with any spaces and line feeds between them. Nil if they are nowhere.
    func removingText(_ words: String) -> String? {
        let parts = words.split(separator: " ", omittingEmptySubsequences: false)
        var found: [Range<Index>] = []
        var position = startIndex
        while let first = self[position...].firstRange(of: parts[0].isEmpty ? " " : parts[0]) {
            position = index(after: first.lowerBound)
            // A word isn't the beginning of a longer one.
            if let end = end(of: parts, from: first.lowerBound), !isInWord(end) {
                found.append(first.lowerBound..<end)
                position = Swift.max(position, end)
            }
        }
        guard !found.isEmpty else { return nil }
        var text = self
        // One of the spaces around them goes, too, those before the end of a line, and a line of which nothing else is left.
        for range in found.reversed() {
            var (start, end) = (range.lowerBound, range.upperBound)
            func before() -> Character { start > startIndex ? self[index(before: start)] : "\n" }
            let after = end < endIndex ? self[end] : "\n"
            if after == "\n" {
                while before() == " " { start = index(before: start) }
                if before() == "\n", end < endIndex { end = index(after: end) }
            } else if after == " ", [" ", "\n"].contains(before()) {
                end = index(after: end)
            }
            text.removeSubrange(start..<end)
        }
        return text
    }

    private func isInWord(_ index: Index) -> Bool {
        index < endIndex && index > startIndex && self[index].isLetter && self[self.index(before: index)].isLetter
    }

    /// Where these parts end that begin at that place, with spaces and line feeds between them.
    private func end(of parts: [Substring], from start: Index) -> Index? {
        var rest = self[start...]
        for (number, part) in parts.enumerated() {
            if number > 0 {
                let spaces = rest.prefix { $0 == " " || $0 == "\n" }
                guard !spaces.isEmpty else { return nil }
                rest = rest[spaces.endIndex...]
            }
            guard rest.hasPrefix(part) else { return nil }
            rest = rest.dropFirst(part.count)
        }
        return rest.startIndex
    }
}

extension [Substring] {
    /// With the comments and attributes above.
    fileprivate func startOfBlock(_ line: Int) -> Int {
        var start = line
        while start > 0, self[start - 1].indentation == self[line].indentation,
            ["//", "@", "# "].contains(where: self[start - 1].drop(while: { $0 == " " }).hasPrefix)
        {
            start -= 1
        }
        return start
    }

    fileprivate func endOfBlock(_ line: Int) -> Int {
        let indentation = self[line].indentation
        var end = line + 1
        while end < count {
            let isInside = self[end].indentation > indentation || self[end - 1].hasSuffix("\\")
            let closes = self[end].indentation == indentation && self[end].closes && hasOpened(line..<end)
            guard isInside || closes || self[end].isBlank && isContinued(after: end, indentation) else { break }
            end += 1
            if closes, !self[end - 1].opens { break }
        }
        return end
    }

    private func hasOpened(_ lines: Range<Int>) -> Bool {
        let indentation = self[lines.lowerBound].indentation
        return lines.contains { self[$0].indentation == indentation && self[$0].opens }
    }

    private func isContinued(after line: Int, _ indentation: Int) -> Bool {
        self[line...].first { !$0.isBlank }.map { $0.indentation > indentation } ?? false
    }

    fileprivate func endOfMarkdown(_ line: Int) -> Int {
        let level = self[line].prefix { $0 == "#" }.count
        let isItem = self[line].drop { $0 == " " }.contains(/^(- |\d+\. )/)
        let end = indices[(line + 1)...].first { next in
            if level > 0 { return self[next].hasPrefix("#") && self[next].prefix { $0 == "#" }.count <= level }
            if self[line].hasPrefix("|") { return true }
            return self[next].isBlank || isItem && self[next].indentation <= self[line].indentation
        }
        return end ?? count
    }
}

extension Substring {
    fileprivate var indentation: Int { prefix { $0 == " " }.count }
    fileprivate var isBlank: Bool { allSatisfy { $0 == " " } }
    fileprivate var opens: Bool { ["{", "(", "[", "\"\"\"", " in"].contains(where: hasSuffix) }
    fileprivate var closes: Bool { ["}", ")", "]", "\"\"\""].contains(where: drop(while: { $0 == " " }).hasPrefix) }
}
