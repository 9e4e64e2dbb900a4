import Domain
import Presentation

extension ValueReader<ReadingStatus> {
    /// One of the words, in any case.
    static var status: Self {
        let words = Self.word("<status>")
        return Self(valueName: words.valueName, completion: words.completion) { text throws(BadValue) in
            try words.read(text.lowercased())
        }
    }
}

extension ValueReader<ValueFilter<Rating>> {
    static var ratings: Self {
        let stars = Rating.allowedStars
        return Self(
            "<n>|<n>..<m>|none",
            expected: "a number from \(stars.ends), a range such as 4..5, 4.. or ..2, or none"
        ) { text in
            if text.lowercased() == "none" { return .missing }
            let ends =
                text.firstRange(of: "..").map { [text[..<$0.lowerBound], text[$0.upperBound...]] } ?? [text[...]]
            let ratings = zip(ends, [stars.lowerBound, stars.upperBound]).compactMap { end, limit in
                Rating(end.isEmpty && ends.count > 1 ? limit : Int(digits: end) ?? 0)
            }
            guard ratings.count == ends.count, ratings[0] <= ratings[ratings.count - 1] else { return nil }
            return .within(from: ratings[0], through: ratings[ratings.count - 1])
        }
        .completed(by: .words(stars.map { "\($0)" } + ["none"]))
    }
}

extension ValueReader<BookDetail> {
    static var detail: Self {
        Self("<name>=<value>", .library(.names(of: .details, end: "="))) { text throws(LibraryError) in
            try BookDetail(text)
        }
    }
}
