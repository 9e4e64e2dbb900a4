/// The cyclic redundancy check CRC-32C (Castagnoli) as in RFC 3720, appendix B.4: reflected, polynomial 0x1EDC6F41.
func crc32c(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    let count = bytes.count / 16
    guard count > 4 * window else { return ~crc32c(bytes, after: .max) }
    func block(_ index: Int) -> SIMD2<UInt64> { bytes.loadUnaligned(fromByteOffset: 16 * index, as: SIMD2.self) }
    return withUnsafeTemporaryAllocation(of: SIMD2<UInt64>.self, capacity: window + count) { folded in
        for index in 0..<window { folded[index] = .zero }
        // Beginning with the lowest 32 bits set is the same as inverting the first 32 bits.
        folded[window] = block(0) ^ SIMD2(UInt64(littleEndian: 0xFFFF_FFFF), 0)
        for index in 1..<count - window {
            let (first, second) = (folded[window + index - 65] ^ folded[window + index - 155], folded[index + 39])
            folded[window + index] = block(index) ^ first ^ second ^ folded[index + 14] ^ folded[index]
        }
        for index in count - window..<count {
            folded[window + index] = [65, 155, 170, 195, window].reduce(block(index)) { sum, distance in
                index < count - window + distance ? sum ^ folded[window + index - distance] : sum
            }
        }
        let rest = UnsafeRawBufferPointer(UnsafeMutableBufferPointer(rebasing: folded[count...]))
        return ~crc32c(UnsafeRawBufferPointer(rebasing: bytes[(16 * count)...]), after: crc32c(rest, after: 0))
    }
}

/// A long text is first made short, at a sixth of the cost, without changing its check, which is a remainder of
/// polynomials. A block of sixteen bytes counts for a power of y = x^128, and y^209 + y^144 + y^54 + y^39 + y^14 + 1 is
/// a multiple of the divisor (found by trying), so a block can be removed if it is added to the blocks 65, 155, 170, 195
/// and 209 further on. The idea is that of "Chorba" (Russell, 2024).
private let window = 209

/// Processes eight bytes at a time, by the "slicing" method of Kounavis and Berry (2005).
private func crc32c(_ bytes: UnsafeRawBufferPointer, after start: UInt32) -> UInt32 {
    crcTables.withUnsafeBufferPointer { tables in
        var crc = start
        var offset = 0
        while offset + 8 <= bytes.count {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) ^ UInt64(crc)
            crc = 0
            for index in 0..<8 {
                crc ^= tables[index << 8 | Int(truncatingIfNeeded: word >> UInt64(56 - 8 * index) & 0xFF)]
            }
            offset += 8
        }
        for byte in bytes[offset...] {
            crc = tables[Int((crc ^ UInt32(byte)) & 0xFF)] ^ crc >> 8
        }
        return crc
    }
}

/// Eight tables of 256 entries: what a byte contributes when 0 to 7 bytes follow it.
private let crcTables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 << 8)
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
