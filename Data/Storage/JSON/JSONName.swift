/// The name of a member, as it stands between its quotes.
public struct JSONName {
    let bytes: UnsafeBufferPointer<UInt8>
    let token: JSONStringToken

    /// Whether the name is this one. The other is written without escapes.
    public static func ~= (name: StaticString, member: JSONName) -> Bool {
        member.is(name)
    }

    // Inlined, so that a name is held against many others by comparing lengths.
    @inline(__always)
    public func `is`(_ name: StaticString) -> Bool {
        if token.hasEscapes || token.range.count == name.utf8CodeUnitCount { isSpelled(name) } else { false }
    }

    private func isSpelled(_ name: StaticString) -> Bool {
        if token.hasEscapes { return (try? token.text(in: bytes)) == name.description }
        guard let base = bytes.baseAddress else { return false }
        let start = base + token.range.lowerBound
        let other = name.utf8Start
        var place = 0
        while place < token.range.count, start[place] == other[place] { place += 1 }
        return place == token.range.count
    }

    public func text() throws(JSONError) -> String {
        try token.text(in: bytes)
    }
}
