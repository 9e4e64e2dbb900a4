import FileTestSupport
import Testing

@testable import Storage

struct OpenFileTests {
    /// Another program may change a file's size after it was read.
    @Test(arguments: [0, 1, 1_000, 1 << 16, (1 << 16) + 1, 300_000], [0, 1, 999, 1_000, 1_001, 1 << 16, 1_000_000])
    func everythingIsReadWhateverSizeWasExpected(count: Int, expected: Int) throws {
        let file = try TemporaryDirectory().file("sample")
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 31 + $0 >> 8) }
        try file.write(bytes)
        let open = try OpenFile(file.path, .read, files: POSIXFiles())
        #expect(try open.read(from: 0, expecting: expected) == bytes)
        #expect(try open.read(from: count / 3, expecting: expected) == Array(bytes[(count / 3)...]))
        #expect(try open.read(from: count + 1, expecting: expected) == [])
    }

    @Test func comparesBytesAtAnOffset() throws {
        let file = try TemporaryDirectory().file("sample")
        try file.write("some text")
        let open = try OpenFile(file.path, .read, files: POSIXFiles())
        for (text, offset, isThere) in [
            ("some", 0, true), ("text", 5, true), ("text", 4, false), ("texts", 5, false), ("Text", 5, false),
            ("x", 9, false), ("", 9, true),
        ] {
            #expect(try open.has(Array(text.utf8)[...], at: offset) == isThere, "\(text) at \(offset)")
        }
    }
}
