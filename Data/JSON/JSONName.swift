/// The name of a member, as it stands between its quotes.
struct JSONName {
    let bytes: UnsafeBufferPointer<UInt8>
    let token: JSONStringToken

    /// Whether the name is this one. The other is written without escapes.
    static func ~= (name: StaticString, member: JSONName) -> Bool {
        member.is(name)
    }

    func `is`(_ name: StaticString) -> Bool {
        if token.hasEscapes {
            return (try? token.text(in: bytes)) == name.description
        }
        let length = name.utf8CodeUnitCount
        guard token.range.count == length, let base = bytes.baseAddress else { return false }
        let start = base + token.range.lowerBound
        let other = name.utf8Start
        var place = 0
        while place < length, start[place] == other[place] { place += 1 }
        return place == length
    }

    func text() throws(JSONError) -> String {
        try token.text(in: bytes)
    }
}
