/// The name of a member, as written between its quotes.
public struct JSONName {
    let bytes: UnsafeBufferPointer<UInt8>
    let token: JSONStringToken

    /// Whether the member has this name, which must not need escapes.
    public static func ~= (name: StaticString, member: JSONName) -> Bool {
        member.is(name)
    }

    public func `is`(_ name: StaticString) -> Bool {
        if token.hasEscapes { return (try? token.text(in: bytes)) == name.description }
        return bytes[token.range].elementsEqual(
            UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    }

    public func text() throws(JSONError) -> String {
        try token.text(in: bytes)
    }
}
