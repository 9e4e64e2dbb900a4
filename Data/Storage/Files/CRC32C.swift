/// The cyclic redundancy check CRC-32C (Castagnoli) as in RFC 3720, appendix B.4: reflected, polynomial 0x1EDC6F41.
///
/// It processes sixteen bytes at a time, by the "slicing" method of Kounavis and Berry (2005).
func crc32c(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    crcTables.withUnsafeBufferPointer { tables in
        var crc: UInt32 = .max
        var offset = 0
        while offset + 16 <= bytes.count {
            let low = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) ^ UInt64(crc)
            let high = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
            crc = 0
            // From the last byte to the first: only the first four depend on the previous sixteen bytes, so the
            // processor can begin before it has finished with these.
            for index in 0..<8 {
                crc ^= tables[index << 8 | Int(truncatingIfNeeded: high >> UInt64(56 - 8 * index) & 0xFF)]
            }
            for index in 0..<8 {
                crc ^= tables[(8 + index) << 8 | Int(truncatingIfNeeded: low >> UInt64(56 - 8 * index) & 0xFF)]
            }
            offset += 16
        }
        for byte in bytes[offset...] {
            crc = tables[Int((crc ^ UInt32(byte)) & 0xFF)] ^ crc >> 8
        }
        return ~crc
    }
}

/// Sixteen tables of 256 entries: what a byte contributes when 0 to 15 bytes follow it.
private let crcTables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 16 << 8)
    for byte in 0..<256 {
        var crc = UInt32(byte)
        for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0x82F6_3B78 : 0) }
        tables[byte] = crc
    }
    for index in 256..<tables.count {
        let previous = tables[index - 256]
        tables[index] = previous >> 8 ^ tables[Int(previous & 0xFF)]
    }
    return tables
}()

/// The checksum as eight hexadecimal digits.
func hexadecimal(_ checksum: UInt32) -> [UInt8] {
    (0..<8).map { index in
        let digit = UInt8(checksum >> UInt32(28 - 4 * index) & 0xF)
        return digit < 10 ? 0x30 + digit : 0x57 + digit
    }
}
