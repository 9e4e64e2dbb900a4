/// Whether `part` occurs in `bytes[range]`.
///
/// Its first and last byte are looked for at many places at once: several bytes in a clock cycle, where comparing slices
/// would take ten cycles for each.
public func contains(_ part: [UInt8], in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
    guard let base = bytes.baseAddress, let first = part.first, let last = part.last, range.count >= part.count
    else { return part.isEmpty }
    func isHere(_ place: Int) -> Bool {
        bytes[place] == first && bytes[place..<place + part.count].elementsEqual(part)
    }
    let block = 64
    let end = range.upperBound - part.count + 1
    var place = range.lowerBound
    while place + block <= end {
        let starts = base + place
        let ends = starts + part.count - 1
        // So plain that the compiler takes many bytes at a time.
        var difference = UInt8.max
        for index in 0..<block {
            difference = min(difference, (starts[index] ^ first) | (ends[index] ^ last))
        }
        if difference == 0, (place..<place + block).contains(where: isHere) { return true }
        place += block
    }
    return (place..<end).contains(where: isHere)
}
