// Parts of a text that belong to a feature, in files that name several.
extension String {
    /// Without the block whose first line begins so, whatever its indentation: in Swift and in scripts a line with the lines
    /// that belong to it, those of deeper indentation and what closes them, and its comments and attributes; in Markdown a
    /// paragraph, an item, a row, or a section from its heading. Nil unless there is one such line.
    func removingBlock(_ beginning: String, isMarkdown: Bool) -> String? {
        var lines = split(separator: "\n", omittingEmptySubsequences: false)
        guard let place = lines.only(beginning) else { return nil }
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
        guard let place = lines.only(beginning) else { return nil }
        lines.remove(at: place)
        return lines.joined(separator: "\n")
    }

    /// A patch without what it changes in files that are gone; nil if it changes none of them.
    func removingDiffs(of gone: Set<String>) -> String? {
        var isKept = true
        let lines = split(separator: "\n", omittingEmptySubsequences: false)
        let kept = lines.filter { line in
            if line.hasPrefix("diff --git a/") { isKept = !gone.contains { line.hasSuffix(" b/\($0)") } }
            return isKept
        }
        // The last line feed stays.
        return kept.count == lines.count ? nil : kept.joined(separator: "\n") + (isKept ? "" : "\n")
    }

    /// Without these words, wherever they are. Between them there may be any spaces and line feeds; in a longer word they
    /// don't count. No double space, no space before a full stop or at the end of a line and no empty line is left behind.
    /// Nil if the words are nowhere.
    func removingText(_ words: String) -> String? {
        var text = self
        var position = startIndex
        var isFound = false
        while let range = text[position...].range(ofWords: words) {
            var (start, end) = (range.lowerBound, range.upperBound)
            func before() -> Character { start > text.startIndex ? text[text.index(before: start)] : "\n" }
            let after = end < text.endIndex ? text[end] : "\n"
            if "\n.,;:".contains(after) {
                while before() == " " { start = text.index(before: start) }
                if after == "\n", before() == "\n", end < text.endIndex { end = text.index(after: end) }
                // A whole paragraph goes with the blank line below it.
                if after == "\n", text[..<start].hasSuffix("\n\n"), text[end...].hasPrefix("\n") {
                    end = text.index(after: end)
                }
            } else if after == " ", [" ", "\n"].contains(before()) {
                end = text.index(after: end)
            }
            let offset = text.utf8.distance(from: text.startIndex, to: start)
            text.removeSubrange(start..<end)
            position = text.utf8.index(text.startIndex, offsetBy: offset)
            isFound = true
        }
        return isFound ? text : nil
    }
}

extension Substring {
    /// The first place of these words, with any spaces and line feeds between them.
    fileprivate func range(ofWords words: String) -> Range<Index>? {
        let parts = words.split(separator: " ")
        guard let first = parts.first, let last = parts.last else { return nil }
        var rest = self
        while let start = rest.firstRange(of: first)?.lowerBound {
            rest = base[base.index(after: start)..<endIndex]
            let isWhole =
                !(first[first.startIndex].isInWord && start > base.startIndex
                && base[base.index(before: start)].isInWord)
            guard isWhole, let end = end(of: parts, from: start) else { continue }
            if last[last.index(before: last.endIndex)].isInWord, end < base.endIndex, base[end].isInWord { continue }
            return start..<end
        }
        return nil
    }

    private func end(of parts: [Substring], from start: Index) -> Index? {
        var rest = self[start...]
        for (number, part) in parts.enumerated() {
            let spaces = rest.prefix { $0 == " " || $0 == "\n" }
            guard number == 0 || !spaces.isEmpty else { return nil }
            rest = rest[spaces.endIndex...]
            guard rest.hasPrefix(part) else { return nil }
            rest = rest.dropFirst(part.count)
        }
        return rest.startIndex
    }

    fileprivate var trimmed: Substring { drop { $0 == " " } }
    fileprivate var indentation: Int { prefix { $0 == " " }.count }
    fileprivate var isBlank: Bool { allSatisfy { $0 == " " } }
    fileprivate var isComment: Bool { ["//", "@", "# "].contains(where: trimmed.hasPrefix) }
    fileprivate var opens: Bool { ["{", "(", "[", "\"\"\"", " in", "then", "; do"].contains(where: hasSuffix) }
    fileprivate var closes: Bool {
        ["}", ")", "]", "\"\"\""].contains(where: trimmed.hasPrefix)
            || ["fi", "else", "done", "esac"].contains(trimmed.prefix { $0.isLetter }) || hasPrefix("elif ")
    }
    fileprivate var isItem: Bool { trimmed.contains(/^([-*] |\d+\. )/) }
}

extension Character {
    fileprivate var isInWord: Bool { isLetter || isNumber || self == "_" || self == "-" }
}

extension [Substring] {
    /// The only line that begins so.
    fileprivate func only(_ beginning: String) -> Int? {
        let places = indices.filter { self[$0].trimmed.hasPrefix(beginning) }
        return places.count == 1 ? places[0] : nil
    }

    /// Begins with the comments and attributes above the line. An attribute may have several lines.
    fileprivate func startOfBlock(_ line: Int) -> Int {
        var start = line
        while start > 0, !self[start - 1].isBlank, self[start - 1].indentation == self[line].indentation {
            if self[start - 1].isComment {
                start -= 1
            } else if self[start - 1].closes,
                let first = self[..<(start - 1)].lastIndex(where: { $0.indentation <= self[line].indentation }),
                self[first].trimmed.hasPrefix("@"), self[first].opens
            {
                start = first
            } else {
                break
            }
        }
        return start
    }

    fileprivate func endOfBlock(_ line: Int) -> Int {
        let indentation = self[line].indentation
        var hasOpened = self[line].opens
        var end = line + 1
        while end < count {
            let isBeside = self[end].indentation == indentation && !self[end].isBlank
            if isBeside, self[end].closes || self[end].trimmed == "{", hasOpened || self[end].trimmed == "{" {
                hasOpened = true
                end += 1
                if !self[end - 1].opens, !["else", "elif"].contains(self[end - 1].trimmed.prefix { $0.isLetter }) {
                    break
                }
            } else if self[end].indentation > indentation && !self[end].isBlank || self[end - 1].hasSuffix("\\")
                || self[end].isBlank && isContinued(after: end, indentation)
            {
                end += 1
            } else {
                break
            }
        }
        return end
    }

    private func isContinued(after line: Int, _ indentation: Int) -> Bool {
        self[line...].first { !$0.isBlank }.map { $0.indentation > indentation } ?? false
    }

    /// Lines in a listing aren't headings.
    fileprivate func endOfMarkdown(_ line: Int) -> Int {
        let level = self[line].prefix { $0 == "#" }.count
        var isListing = false
        for next in indices[(line + 1)...] {
            if self[next].trimmed.hasPrefix("```") { isListing.toggle() }
            if isListing || self[next].trimmed.hasPrefix("```") {
                if level > 0 || self[line].isItem && self[next].indentation > self[line].indentation { continue }
            }
            let isHeading = self[next].hasPrefix("#")
            if level > 0 {
                if isHeading, self[next].prefix(while: { $0 == "#" }).count <= level { return next }
            } else if self[line].trimmed.hasPrefix("|") || isHeading {
                return next
            } else if self[line].isItem {
                let isInside =
                    self[next].isBlank
                    ? isContinued(after: next, self[line].indentation) : self[next].indentation > self[line].indentation
                if !isInside { return next }
            } else if self[next].isBlank {
                return next
            }
        }
        return count
    }
}
