import Domain

extension ValueReader<ChosenDay> {
    static var day: Self {
        Self("<day>", .words(["today"])) { text throws(LibraryError) in try ChosenDay(text) }
    }
}

extension ValueReader<Int> {
    static var year: Self {
        Self("<year>", expected: "a year such as 2026") { Day($0 + "-01-01")?.date.year }
    }
}
