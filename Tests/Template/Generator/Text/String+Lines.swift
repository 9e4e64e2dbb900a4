extension String {
    /// Without the lines that are marked as a part that isn't wanted, or without these marks: "// each feature" in Swift,
    /// "# each feature" elsewhere.
    func keepingLines(of part: String, isWanted: Bool, isSwift: Bool) -> String {
        let mark = " \(isSwift ? "//" : "#") \(part)"
        guard contains(mark) else { return self }
        let lines = split(separator: "\n", omittingEmptySubsequences: false).compactMap { line -> Substring? in
            var kept = line.dropLast(mark.count)
            guard line.hasSuffix(mark), kept.contains(where: { $0 != " " }) else { return line }
            while kept.last == " " { kept.removeLast() }
            return isWanted ? kept : nil
        }
        return lines.joined(separator: "\n")
    }

    /// With the end of comment lines that are too long moved to the next line of the paragraph, or to a new line,
    /// because swift-format leaves comments alone.
    func wrappingComments(at width: Int) -> String {
        var lines = split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        var index = 0
        while index < lines.count {
            let line = lines[index]
            index += 1
            guard line.utf8.count > width, let start = line.prefixMatch(of: /( *\/\/\/? )(?=[^ ])/)?.output.1,
                let end = line.prefix(width + 1).dropFirst(start.count).lastIndex(of: " ")
            else { continue }
            lines[index - 1] = String(line[..<end])
            let rest = String(start + line[end...].dropFirst())
            let next = index < lines.count && lines[index].hasPrefix(start) ? lines[index].dropFirst(start.count) : ""
            if next.contains(/^[A-Za-z`]/) {
                lines[index] = rest + " " + next
            } else {
                lines.insert(rest, at: index)
            }
        }
        return lines.joined(separator: "\n")
    }
}
