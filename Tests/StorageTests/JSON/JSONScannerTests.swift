import Testing

@testable import Storage

/// The scanner's results and errors, and that it never reads beyond its range.
struct JSONScannerTests {
    private static let texts = [
        #"{"id":"000000000001","text":"a\"b\\c\u00e9\ud83d\udcda","words":["x","y"],"count":4.0e0,"done":true}"#,
        #" [ 1 , -0.5e-3 , "x" , null , true , false , {"a" : [ ] , "b\n" : { } } ] "#,
        #"{"a":{"b":[{"c":[[[[1]]]]}]},"é":"家","\u0061":1}"#,
    ]

    /// The memory after each prefix completes the text, so that reading beyond the end would succeed.
    @Test(arguments: texts)
    func noPrefixIsAccepted(text: String) throws {
        let bytes = Array(text.utf8)
        let end = bytes.lastIndex { $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "]") } ?? 0
        bytes.withUnsafeBufferPointer { buffer in
            for length in 0...end {
                var scanner = JSONScanner(buffer, range: 0..<length)
                #expect(throws: JSONError.self) { try scanner.skip() }
                #expect(scanner.position <= length)
                var reader = JSONScanner(buffer, range: 0..<length)
                #expect(throws: JSONError.self) { try read(&reader) }
                #expect(reader.position <= length)
            }
        }
        #expect(try skip(bytes) == bytes.startIndex + (bytes.firstIndex { $0 != 0x20 } ?? 0)..<end + 1)
    }

    /// Reads a value in parts instead of skipping it.
    private func read(_ scanner: inout JSONScanner) throws(JSONError) {
        switch try scanner.nextByte() {
        case UInt8(ascii: "{"): try scanner.object { _, value throws(JSONError) in try read(&value) }
        case UInt8(ascii: "["): try scanner.array { value throws(JSONError) in try read(&value) }
        case UInt8(ascii: "\""): _ = try scanner.string()
        case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try scanner.bool()
        case UInt8(ascii: "n"): _ = try scanner.null()
        default: _ = try scanner.number()
        }
    }

    @Test(arguments: [
        ("", 0, JSONError.Reason.unexpectedEnd), ("  ", 2, .unexpectedEnd), ("{", 1, .unexpectedEnd),
        ("{\"a\" 1}", 5, .unexpectedByte(0x31)), ("[1,]", 3, .unexpectedByte(0x5D)),
        ("[1 2]", 3, .unexpectedByte(0x32)),
        ("\"a\nb\"", 2, .controlCharacter), ("01", 1, .unexpectedByte(0x31)), ("1.", 2, .unexpectedEnd),
        ("+1", 0, .unexpectedByte(0x2B)), ("tru", 0, .unexpectedByte(0x74)), ("{} x", 3, .unexpectedByte(0x78)),
        ("\"a\\", 3, .unexpectedEnd), ("'a'", 0, .unexpectedByte(0x27)), ("NaN", 0, .unexpectedByte(0x4E)),
    ])
    func errorsHaveAnOffsetAndAReason(text: String, offset: Int, reason: JSONError.Reason) {
        #expect(throws: JSONError(offset: offset, reason: reason)) {
            try skip(Array(text.utf8))
        }
    }

    @Test(arguments: [
        ("12", 12), ("-0", 0), ("0.0e7", 0), ("1e3", 1000), ("1.50e1", 15), ("120E-1", 12),
        ("9007199254740993.0", 9_007_199_254_740_993),
        ("-345678901234567890e1", -3_456_789_012_345_678_900), ("9223372036854775807", .max),
        ("922337203685477580.8e1", nil), ("1.5", nil), ("15e-2", nil), ("1e19", nil), ("1e99999999999999999999", nil),
        ("1.5e-9223372036854775808", nil), ("1.5e9223372036854775807", nil),
    ])
    func readsWholeNumbersExactlyInEveryNotation(text: String, number: Int?) {
        let read = try? JSONScanner.scan(Array(text.utf8)) { scanner throws(JSONError) in try scanner.integer() }
        #expect(read == number)
    }

    /// Long strings are read many bytes at a time, up to the first special byte, at whichever offset.
    @Test(arguments: 0..<100)
    func everyOffsetOfALongStringIsChecked(offset: Int) throws {
        func read(_ middle: String) throws -> String {
            let text = String(repeating: "a", count: offset) + middle + String(repeating: "b", count: 99 - offset)
            return try JSONScanner.scan(Array("\"\(text)\"".utf8)) { scanner throws(JSONError) in try scanner.string() }
        }
        let (before, after) = (String(repeating: "a", count: offset), String(repeating: "b", count: 99 - offset))
        #expect(try read("c") == before + "c" + after)
        #expect(try read("é家") == before + "é家" + after)
        #expect(try read(#"\n"#) == before + "\n" + after)
        #expect(try read(#"\""#) == before + "\"" + after)
        #expect(throws: JSONError(offset: offset + 1, reason: .controlCharacter)) { try read("\u{1F}") }
        // The string ends here, and an invalid byte follows.
        #expect(throws: JSONError(offset: offset + 2, reason: .unexpectedByte(UInt8(ascii: "x")))) { try read("\"x") }
    }

    @Test func nestingHasALimit() {
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        #expect(throws: Never.self) { try skip(nested(512)) }
        for depth in [513, 1_000_000] {
            #expect(throws: JSONError(offset: 513, reason: .tooDeep)) {
                try skip(nested(depth))
            }
        }
    }

    /// Only enclosing arrays and objects count as nesting.
    @Test func precedingValuesDoNotCountAsNesting() {
        let neighbours = String(repeating: "[],{},[[]],{\"a\":{}},", count: 300)
        func nested(_ depth: Int) -> [UInt8] {
            // Nested arrays after the neighbours.
            let deep = String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1)
            return Array("[\(neighbours)\(deep)]".utf8)
        }
        #expect(throws: Never.self) { try skip(nested(512)) }
        #expect(throws: JSONError(offset: neighbours.utf8.count + 513, reason: .tooDeep)) { try skip(nested(513)) }
        #expect(throws: JSONError.self) { try skip(nested(2_000)) }
    }

    private static let objects = [
        #"{}"#, #"{"a":1}"#, #"{"a":"}"}"#, #"{"a":"{","b":["}",{"c":{}}]}"#, #"{"a":"\"}","b":"\\"}"#,
        #"{"a\\":"\\\"{[","b":{"c":{"d":"]}"}},"e":"\\\\"}"#, #"{ "é" : "家{\"" , "b" : [ ] }"#,
    ]

    /// At every offset within the bytes that are examined together.
    @Test(arguments: objects, 0..<40)
    func theRestOfAnObjectIsSkipped(object: String, padding: Int) throws {
        let text = "{\"x\":\"\(String(repeating: "-", count: padding))\",\"y\":\(object)},{\"z\":\"}\"}"
        let bytes = Array(text.utf8)
        try bytes.withUnsafeBufferPointer { buffer in
            var whole = JSONScanner(buffer)
            try whole.skip()
            for length in 0...bytes.count {
                var scanner = JSONScanner(buffer, range: 0..<length)
                guard (try? scanner.firstMember("x")) != nil else { continue }
                if length < whole.position {
                    #expect(throws: JSONError.self) { try scanner.skipRestOfObject() }
                    #expect(scanner.position <= length)
                } else {
                    try scanner.skipRestOfObject()
                    #expect(scanner.position == whole.position)
                }
            }
        }
    }

    /// A record is read without checking the whole file, so each string is checked.
    @Test(arguments: [[0xFF], [0x61, 0xC3], [0xC3, 0x28, 0x61, 0x61, 0x61, 0x61, 0x61, 0x61, 0x61]] as [[UInt8]])
    func bytesThatAreNotUTF8AreRefused(bytes: [UInt8]) throws {
        let text = [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]
        text.withUnsafeBufferPointer { buffer in
            var scanner = JSONScanner(buffer)
            #expect(throws: JSONError(offset: 1, reason: .invalidUTF8)) { try scanner.string() }
        }
    }

    @discardableResult
    private func skip(_ bytes: [UInt8]) throws -> Range<Int> {
        try JSONScanner.scan(bytes) { scanner throws(JSONError) in try scanner.skip() }
    }
}
