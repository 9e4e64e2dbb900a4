/// CRC-32C bit by bit, as RFC 3720 defines it; a reference for the fast implementation.
func bitwiseCRC32C(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var crc = UInt32.max
    for byte in bytes {
        crc ^= UInt32(byte)
        for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0x82F6_3B78 : crc >> 1 }
    }
    return ~crc
}

/// Replaces "00000000" in the text of a key-value file with its checksum.
func signed(_ text: String) -> String {
    let digits = String(bitwiseCRC32C(text.utf8), radix: 16)
    return text.replacing(#""00000000""#, with: "\"" + String(repeating: "0", count: 8 - digits.count) + digits + "\"")
}
