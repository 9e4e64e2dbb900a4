/// The name of a member, as written between its quotes.
public struct JSONName {
    let bytes: UnsafeBufferPointer<UInt8>
    let token: JSONStringToken

    public static func ~= (name: StaticString, member: JSONName) -> Bool { member.is(name) }

    /// Whether the member has this name, which must not need escapes.
    public func `is`(_ name: StaticString) -> Bool {
        if token.hasEscapes { return (try? text()) == name.description }
        let other = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        return token.range.count == other.count && bytes[token.range].elementsEqual(other)
    }

    public func text() throws(JSONError) -> String {
        try token.text(in: bytes)
    }
}
