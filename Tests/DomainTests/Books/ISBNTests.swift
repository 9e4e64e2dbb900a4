import Domain
import Testing

struct ISBNTests {
    @Test(
        arguments: [
            ("9780306406157", 9_780_306_406_157),
            ("978-0-306-40615-7", 9_780_306_406_157),
            (" 978 0 306 40615 7 ", 9_780_306_406_157),
            ("978\u{2010}0\u{2011}306\u{2013}40615\u{A0}7", 9_780_306_406_157),
            ("979-10-90636-07-1", 9_791_090_636_071),
            ("0-306-40615-2", 9_780_306_406_157),
            ("9780306406157\r\n", 9_780_306_406_157), ("\u{200E}978-0306406157", 9_780_306_406_157),
            ("９７８0306406157", 9_780_306_406_157), ("٩٧٨٠٣٠٦٤٠٦١٥٧", 9_780_306_406_157),
            ("0-8044-2957-X", 9_780_804_429_573),
            ("080442957x", 9_780_804_429_573),
        ] as [(String, UInt64)])
    func readsBothForms(_ text: String, number: UInt64) throws {
        #expect(try ISBN(text).number == number)
    }

    @Test func isWrittenAsThirteenDigits() throws {
        #expect("\(try ISBN("0-306-40615-2"))" == "9780306406157")
    }

    @Test(arguments: ["9780306406157", "0306406152"])
    func everySingleWrongDigitIsDetected(_ right: String) {
        for index in right.indices.dropFirst(right.count == 13 ? 3 : 0) {
            for digit in "0123456789" where digit != right[index] {
                let wrong = right[..<index] + String(digit) + right[right.index(after: index)...]
                #expect(throws: ISBNError.wrongCheckDigit, "\(wrong)") { try ISBN(String(wrong)) }
            }
        }
    }

    @Test func aTranspositionInTheShortFormIsDetected() {
        #expect(throws: ISBNError.wrongCheckDigit) { try ISBN("0360406152") }
    }

    @Test(arguments: [
        ("", ISBNError.wrongLength(0)),
        ("030640615", .wrongLength(9)),
        ("03064061520", .wrongLength(11)),
        ("978030640615", .wrongLength(12)),
        ("97803064061570", .wrongLength(14)),
        (String(repeating: "9", count: 1000), .wrongLength(20)),
        ("9770306406150", .wrongPrefix),
        ("9710306406150", .wrongPrefix),
        ("ISBN 9780306406157", .unexpectedCharacter("I")),
        ("97803064061X7", .unexpectedCharacter("X")),
        ("978030640X157", .unexpectedCharacter("X")),
        ("X306406152", .unexpectedCharacter("X")),
    ])
    func reportsTheError(_ text: String, error: ISBNError) {
        #expect(throws: error) { try ISBN(text) }
    }

    @Test(arguments: [
        "978000000000", "978660000000", "978699999999", "979200000000", "979799999999", "979900000000", "979999999999",
    ])
    func numbersThatNoBookCanHaveAreOnlyRead(_ digits: String) throws {
        let text = Self.checked(digits)
        #expect("\(try ISBN(text))" == text)
        #expect(throws: ISBNError.notAssigned) { try ISBN(entered: text) }
        #expect(throws: ISBNError.notAssigned) { try ISBN(entered: "0000000000") }
    }

    /// The first and the last number of each range from which countries and languages get theirs.
    @Test(arguments: [
        "978000000001", "978599999999", "978600000000", "978659999999", "978700000000", "978999999999", "979100000000",
        "979199999999", "979800000000", "979899999999",
    ])
    func numbersOfCountriesAndLanguagesAreTaken(_ digits: String) throws {
        let text = Self.checked(digits)
        #expect(try ISBN(entered: text) == ISBN(text))
        #expect(throws: ISBNError.wrongLength(12)) { try ISBN(entered: digits) }
    }

    /// With its check digit.
    private static func checked(_ digits: String) -> String {
        (0...9).map { "\(digits)\($0)" }.first { (try? ISBN($0)) != nil } ?? digits
    }
}
