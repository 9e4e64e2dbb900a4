/// Reads one kind of value from the command line.
struct ValueReader<Value> {
    /// How help shows the value.
    let valueName: String
    var completion = Completion.nothing
    let read: (String) throws(BadValue) -> Value

    /// The same values, which a shell completes like this.
    func completed(by completion: Completion) -> Self {
        Self(valueName: valueName, completion: completion, read: read)
    }

    /// Reads the same texts, and passes on what `transform` makes of their values.
    func map<Other>(_ transform: @escaping (Value) -> Other) -> ValueReader<Other> {
        ValueReader<Other>(valueName: valueName, completion: completion) { text throws(BadValue) in
            transform(try read(text))
        }
    }
}

/// A text that is not a value of the expected kind.
struct BadValue: Error, Equatable {
    /// The accepted values, as the end of a sentence that begins "it takes".
    let expected: String
    /// Whether the value is an address, which may hold a password.
    var isAddress = false

    /// The value as messages repeat it.
    func shown(_ value: String) -> String {
        isAddress ? value.withoutSecrets : value.withoutAddress
    }
}

extension ValueReader {
    /// `expected` is put together only for an error: every start makes readers, and few of them refuse anything.
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
            .completed(by: .words(Value.allCases.map(\.rawValue), areAll: true))
    }
}

extension ValueReader<String> {
    static func text(_ valueName: String) -> Self {
        Self(valueName: valueName) { text in text }
    }

    /// A text that is not empty or blank.
    static func name(_ valueName: String) -> Self {
        Self(valueName, expected: "a text that is not empty or blank") { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }
}

extension ValueReader<String> {
    static func file(_ valueName: String) -> Self {
        name(valueName).completed(by: .files)
    }
}

extension ValueReader<[String]> {
    /// Names with commas between them.
    static var names: Self {
        Self("<name>,…", expected: "names with commas between them") { text in
            let names = text.split(separator: ",", omittingEmptySubsequences: false).map { name in
                name.split(separator: " ").joined(separator: " ")
            }
            return names.contains("") ? nil : names
        }
    }
}

extension ValueReader {
    /// Some of these words, with commas between them, or the word all; in any case.
    static func some<Word: RawRepresentable<String>>(of words: [Word], _ valueName: String) -> Self
    where Value == [Word] {
        let all = words.map(\.rawValue)
        return Self(valueName, expected: "all, or names with commas between them: \(all.alternatives)") { text in
            if text.lowercased() == "all" { return words }
            let names = text.lowercased().split(separator: ",", omittingEmptySubsequences: false)
            let some = names.compactMap { name in words.first { $0.rawValue.lowercased() == name } }
            return some.count == names.count ? some : nil
        }
        .completed(by: .after(",", .words(all + ["all"])))
    }
}

extension ValueReader {
    /// One value, a range such as `4..5`, which may lack either end, `<4` or `>4`, or the word none. `ends` reads what one text
    /// means: the first and the last value; `step` returns the one before or after a value; `make` gets the ends of the whole,
    /// and nil for one that is missing.
    static func range<End>(
        _ valueName: String, expected: @autoclosure @escaping () -> String, none: Value,
        ends: @escaping (String) -> (first: End, last: End)?, step: @escaping (End, _ by: Int) -> End,
        _ make: @escaping (End?, End?) -> Value?
    ) -> Self {
        Self(valueName, expected: expected()) { text in
            if text.lowercased() == "none" { return none }
            if let sign = text.first, "<>".contains(sign), let (first, last) = ends(String(text.dropFirst())) {
                return sign == "<" ? make(nil, step(first, -1)) : make(step(last, 1), nil)
            }
            guard let dots = text.firstRange(of: "..") else {
                return ends(text).flatMap { make($0.first, $0.last) }
            }
            let (from, through) = (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
            let (first, last) = (ends(from)?.first, ends(through)?.last)
            if first == nil && !from.isEmpty || last == nil && !through.isEmpty { return nil }
            return make(first, last)
        }
    }
}

extension ValueReader<Int> {
    static var count: Self {
        Self("<n>", expected: "a whole number, 0 or more") { Int(digits: $0) }
    }
}

extension Int {
    /// The number with these digits; nil if there is anything else, such as a sign.
    init?(digits: some StringProtocol) {
        guard digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        self.init(digits)
    }
}

extension [String] {
    /// "a, b or c".
    var alternatives: String {
        guard count > 1, let last else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " or " + last
    }
}
