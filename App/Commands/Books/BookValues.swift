import Data
import Domain
import Presentation

extension ValueReader<Rating> {
    static var rating: Self {
        Self("<1-5>", expected: "a whole number from 1 to 5") { Int(digits: $0).flatMap(Rating.init) }
            .completed(by: .words(["1", "2", "3", "4", "5"]))
    }
}

extension ValueReader<ReadingStatus> {
    /// One of the words, in any case.
    static var status: Self {
        let word = Self.word("<status>")
        return Self(valueName: word.valueName, completion: word.completion) { text throws(BadValue) in
            try word.read(text.lowercased())
        }
    }
}

extension ValueReader<ClosedRange<Rating>> {
    static var ratings: Self {
        Self("<n>|<n>..<m>", expected: "a number from 1 to 5, or a range such as 4..5") { text in
            let ends =
                text.firstRange(of: "..").map { [text[..<$0.lowerBound], text[$0.upperBound...]] } ?? [text[...]]
            let ratings = ends.compactMap { Int(digits: $0).flatMap(Rating.init) }
            guard ratings.count == ends.count, ratings[0] <= ratings[ratings.count - 1] else { return nil }
            return ratings[0]...ratings[ratings.count - 1]
        }
        .completed(by: .words(["1", "2", "3", "4", "5"]))
    }
}

extension ValueReader<ISBN> {
    static var isbn: Self {
        Self(valueName: "<isbn>") { text throws(BadValue) in
            do throws(ISBNError) {
                return try ISBN(text)
            } catch {
                throw BadValue(expected: "an ISBN of 10 or 13 digits; \(error.message)")
            }
        }
    }
}

extension ValueReader<DetailName> {
    static var detailName: Self {
        Self("<name>", expected: "a name without = or comma") { DetailName($0) }
            .completed(by: .library(.details))
    }
}

extension ValueReader<(name: DetailName, text: String)> {
    static var detail: Self {
        Self(valueName: "<name>=<value>", completion: .library(.detailsToSet)) { text throws(BadValue) in
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let name = DetailName(String(parts[0])), !parts[1].allSatisfy(\.isWhitespace) else {
                throw BadValue(expected: "a name and a value, written like Publisher=Penguin")
            }
            if name.isFieldName { throw BadValue(expected: "a name that no field has; \"\(name)\" is a field") }
            return (name, String(parts[1]))
        }
    }
}
