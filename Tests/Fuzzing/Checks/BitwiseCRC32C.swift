/// CRC-32C bit by bit, as RFC 3720 defines it; a reference for the fast implementation.
public func bitwiseCRC32C(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var crc = UInt32.max
    for byte in bytes {
        crc ^= UInt32(byte)
        for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0x82F6_3B78 : crc >> 1 }
    }
    return ~crc
}

/// The checksum as files have it: eight hexadecimal digits.
public func checksumDigits(_ bytes: some Sequence<UInt8>) -> String {
    let digits = String(bitwiseCRC32C(bytes), radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
}
