/// The name of a member, as written between its quotes.
public struct JSONName {
    let bytes: UnsafeBufferPointer<UInt8>
    let token: JSONStringToken

    /// Whether the member has this name, which must not need escapes.
    public static func ~= (name: StaticString, member: JSONName) -> Bool {
        member.is(name)
    }

    // Inlined, so that a name is compared with many others by length first.
    @inline(__always)
    public func `is`(_ name: StaticString) -> Bool {
        if token.hasEscapes || token.range.count == name.utf8CodeUnitCount { isSpelled(name) } else { false }
    }

    private func isSpelled(_ name: StaticString) -> Bool {
        if token.hasEscapes { return (try? token.text(in: bytes)) == name.description }
        guard let base = bytes.baseAddress else { return false }
        let start = base + token.range.lowerBound
        let other = name.utf8Start
        var index = 0
        while index < token.range.count, start[index] == other[index] { index += 1 }
        return index == token.range.count
    }

    public func text() throws(JSONError) -> String {
        try token.text(in: bytes)
    }
}
