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

extension ValueReader<ClosedRange<Rating>> {
    static var ratings: Self {
        let stars = Rating.allowedStars
        return Self(
            "<n>|<n>..<m>",
            expected: "a number from \(stars.ends), or a range such as 4..5"
        ) { text in
            let ends =
                text.firstRange(of: "..").map { [text[..<$0.lowerBound], text[$0.upperBound...]] } ?? [text[...]]
            let ratings = ends.compactMap { Int(digits: $0).flatMap(Rating.init) }
            guard ratings.count == ends.count, ratings[0] <= ratings[ratings.count - 1] else { return nil }
            return ratings[0]...ratings[ratings.count - 1]
        }
        .completed(by: .words(stars.map { "\($0)" }))
    }
}

extension ValueReader<BookDetail> {
    static var detail: Self {
        Self("<name>=<value>", .library(.names(of: .details, end: "="))) { text throws(LibraryError) in
            try BookDetail(text)
        }
    }
}
