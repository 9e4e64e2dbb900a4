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
        return range(
            "<n>|<n>..<m>|none", expected: "a number from \(stars.ends), a range such as 4..5, 4.. or ..2, or none",
            none: .missing, ends: { Int(digits: $0).flatMap { Rating($0) }.map { ($0, $0) } }
        ) { from, through in
            if let from, let through, from > through { return nil }
            return .within(from: from, through: through)
        }
        .completed(by: .words(stars.map { "\($0)" } + ["none"]))
    }
}

extension ValueReader<BookDetail> {
    static var detail: Self {
        Self("<name>=<value>", .library(.names(of: .details, end: "="))) { text throws(LibraryError) in
            try BookDetail(entered: text)
        }
    }
}
