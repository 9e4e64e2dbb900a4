/// Whether `part` occurs in `bytes[range]`.
///
/// It compares the first and last byte of `part` at many offsets at once, several bytes in a clock cycle; comparing
/// slices takes ten cycles for each offset.
public func contains(_ part: [UInt8], in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
    guard let base = bytes.baseAddress, let first = part.first, let last = part.last, range.count >= part.count
    else { return part.isEmpty }
    func isMatch(at offset: Int) -> Bool {
        bytes[offset] == first && bytes[offset..<offset + part.count].elementsEqual(part)
    }
    let block = 64
    let end = range.upperBound - part.count + 1
    var offset = range.lowerBound
    while offset + block <= end {
        let starts = base + offset
        let ends = starts + part.count - 1
        // Free of branches, so that it vectorises.
        var difference = UInt8.max
        for index in 0..<block {
            difference = min(difference, (starts[index] ^ first) | (ends[index] ^ last))
        }
        if difference == 0, (offset..<offset + block).contains(where: isMatch) { return true }
        offset += block
    }
    return (offset..<end).contains(where: isMatch)
}
