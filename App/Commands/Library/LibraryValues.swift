import Domain
import Presentation

extension BadValue {
    /// The message of such an error says what is accepted.
    init(_ error: LibraryError) { self.init(expected: error.message) }
}

extension ValueReader {
    /// The values that `read` accepts.
    init(
        _ valueName: String, _ completion: Completion = .nothing,
        reading read: @escaping (String) throws(LibraryError) -> Value
    ) {
        self.init(valueName: valueName, completion: completion) { text throws(BadValue) in
            try mapError(BadValue.init, read(text))
        }
    }
}

extension ValueReader<ChosenDay> {
    static var day: Self {
        Self("<day>", .words(ChosenDay.words)) { text throws(LibraryError) in try ChosenDay(text) }
    }
}

extension ValueReader<Int> {
    static var year: Self {
        Self("<year>", expected: "a year such as 2026") { Day($0 + "-01-01")?.date.year }
    }
}
