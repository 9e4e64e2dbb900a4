/// The candidate nearest to `word`; nil if more than a few letters differ: one in a short word, one more for every
/// three letters.
func suggestion(for word: String, among candidates: [String]) -> String? {
    let word = Array(word.lowercased())
    let measured = candidates.map { (candidate: $0, distance: editDistance(word, Array($0))) }
    guard let nearest = measured.min(by: { $0.distance < $1.distance }) else { return nil }
    return nearest.distance <= max(1, (word.count + 1) / 3) ? nearest.candidate : nil
}

/// The least number of insertions, deletions, replacements and swaps of neighbours that turn one word into the other:
/// the restricted distance of Damerau ("A technique for computer detection and correction of spelling errors", 1964)
/// and Levenshtein (1966). It is found by the dynamic programming of Wagner and Fischer, with three rows of the table.
func editDistance<Letter: Equatable>(_ left: [Letter], _ right: [Letter]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (row, letter) in left.enumerated() {
        var current = [row + 1]
        for (column, other) in right.enumerated() {
            var best = min(last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
            if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                best = min(best, beforeLast[column - 1] + 1)
            }
            current.append(best)
        }
        (beforeLast, last) = (last, current)
    }
    return last[right.count]
}
