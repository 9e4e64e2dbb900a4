/// The cyclic redundancy check CRC-32C (Castagnoli), as of RFC 3720, appendix B.4: reflected, polynomial 0x1EDC6F41.
///
/// Eight bytes are taken at a time, by the method "slicing by 8" of Kounavis and Berry (2005).
func crc32c(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    crcTables.withUnsafeBufferPointer { tables in
        var crc: UInt32 = .max
        var place = 0
        while place + 8 <= bytes.count {
            let low = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)) ^ crc
            let high = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self))
            crc = tables[7 << 8 | Int(low & 0xFF)] ^ tables[6 << 8 | Int(low >> 8 & 0xFF)]
            crc ^= tables[5 << 8 | Int(low >> 16 & 0xFF)] ^ tables[4 << 8 | Int(low >> 24)]
            crc ^= tables[3 << 8 | Int(high & 0xFF)] ^ tables[2 << 8 | Int(high >> 8 & 0xFF)]
            crc ^= tables[1 << 8 | Int(high >> 16 & 0xFF)] ^ tables[Int(high >> 24)]
            place += 8
        }
        for byte in bytes[place...] {
            crc = tables[Int((crc ^ UInt32(byte)) & 0xFF)] ^ crc >> 8
        }
        return ~crc
    }
}

/// Eight tables of 256: what a byte contributes when up to seven bytes follow it.
private let crcTables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 << 8)
    for byte in 0..<256 {
        var crc = UInt32(byte)
        for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0x82F6_3B78 : 0) }
        tables[byte] = crc
    }
    for place in 256..<tables.count {
        let previous = tables[place - 256]
        tables[place] = previous >> 8 ^ tables[Int(previous & 0xFF)]
    }
    return tables
}()
