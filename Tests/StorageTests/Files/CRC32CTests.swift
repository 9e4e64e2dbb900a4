import FuzzChecks
import StorageTestSupport
import Testing

@testable import Storage

struct CRC32CTests {
    /// The examples of RFC 3720, appendix B.4, and the customary check value.
    private static let examples: [(bytes: [UInt8], checksum: UInt32)] = [
        ([UInt8](repeating: 0, count: 32), 0x8A91_36AA), ([UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43),
        (Array(0..<32), 0x46DD_794E), ((0..<32).reversed(), 0x113F_DB5C), (Array("123456789".utf8), 0xE306_9283),
        ([], 0),
    ]

    @Test(arguments: examples)
    func agreesWithTheStandard(bytes: [UInt8], checksum: UInt32) {
        #expect(bytes.withUnsafeBytes(crc32c) == checksum)
        #expect(bitwiseCRC32C(bytes) == checksum)
    }

    /// `crc32c` processes many bytes at a time, from any start.
    @Test func agreesWithTheBitwiseChecksum() {
        var random = SeededGenerator(seed: 1)
        let bytes = (0..<200).map { _ in UInt8.random(in: 0...255, using: &random) }
        for start in 0..<20 {
            for end in start...bytes.count {
                let part = bytes[start..<end]
                #expect(part.withUnsafeBytes(crc32c) == bitwiseCRC32C(part))
            }
        }
    }

    /// A long text is made short first.
    @Test(arguments: [13_375, 13_376, 13_391, 13_392, 13_393, 13_408, 20_000, 40_001])
    func agreesWithTheBitwiseChecksumOfALongText(count: Int) {
        var random = SeededGenerator(seed: UInt64(count))
        for start in [0, 1, 8] {
            let bytes = (0..<start + count).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(bytes[start...].withUnsafeBytes(crc32c) == bitwiseCRC32C(bytes[start...]))
        }
    }

    @Test(arguments: [(0, "00000000"), (0x07D1_E55B, "07d1e55b"), (UInt32.max, "ffffffff"), (0x9000_000A, "9000000a")])
    func isWrittenWithEightDigits(checksum: UInt32, text: String) {
        #expect(hexadecimal(checksum) == Array(text.utf8))
    }
}
