import Domain

/// Reads one kind of value from the command line, and says what would do where it can't.
struct ValueReader<Value> {
    /// What stands for the value in help.
    let valueName: String
    let read: (String) throws(BadValue) -> Value
}

/// A text that is not of the kind that was asked for.
struct BadValue: Error, Equatable {
    /// What would have done, as the end of a sentence that begins "it takes".
    let expected: String
}

extension ValueReader {
    /// `expected` is not put together before it is needed: every start makes readers, and few of them refuse anything.
    init(_ valueName: String, expected: @autoclosure @escaping () -> String, _ read: @escaping (String) -> Value?) {
        self.valueName = valueName
        self.read = { text throws(BadValue) in
            guard let value = read(text) else { throw BadValue(expected: expected()) }
            return value
        }
    }

    /// One of a few words.
    static func word(_ valueName: String) -> Self where Value: RawRepresentable<String> & CaseIterable {
        Self(valueName, expected: Value.allCases.map(\.rawValue).alternatives) { Value(rawValue: $0) }
    }
}

extension ValueReader<String> {
    static func text(_ valueName: String) -> Self {
        Self(valueName: valueName) { text in text }
    }

    /// A text that can't be empty.
    static func name(_ valueName: String) -> Self {
        Self(valueName, expected: "a text that is not empty") { $0.tidied.isEmpty ? nil : $0 }
    }
}

extension ValueReader<Rating> {
    static var rating: Self {
        Self("<1-5>", expected: "a whole number from 1 to 5") { Int($0).flatMap(Rating.init) }
    }
}

extension ValueReader<ReadingStatus> {
    static var status: Self { .word("<status>") }
}

extension ValueReader<Day> {
    static var day: Self {
        Self("<YYYY-MM-DD>", expected: "a day of the calendar, written like 2026-12-31") { Day($0) }
    }
}

extension ValueReader<LoanPeriod> {
    static var loanPeriod: Self {
        Self("<n>", expected: "a number of days from 1 to 3650") { Int($0).flatMap(LoanPeriod.init(days:)) }
    }
}

extension ValueReader<Int> {
    static var count: Self {
        Self("<n>", expected: "a whole number, 0 or more") { text in
            Int(text).flatMap { $0 >= 0 ? $0 : nil }
        }
    }
}

extension ValueReader<ISBN> {
    static var isbn: Self {
        Self(valueName: "<isbn>") { text throws(BadValue) in
            do throws(ISBNError) {
                return try ISBN(text)
            } catch {
                throw BadValue(expected: "an ISBN of 10 or 13 digits; \(error.explanation)")
            }
        }
    }
}

extension [String] {
    /// "a, b or c".
    var alternatives: String {
        guard count > 1, let last else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " or " + last
    }
}
