/// An error in a JSON text: it is malformed, or a value is not of the requested type.
public struct JSONError: Error, Hashable {
    /// Counted in bytes from the start of the buffer.
    public let offset: Int
    public let reason: Reason

    public enum Reason: Hashable, Sendable {
        case unexpectedByte(UInt8)
        case unexpectedEnd
        case controlCharacter
        case wrongEscape
        case invalidUTF8
        case notAWholeNumber
        case noIdentifier
        case noSequence
        case tooDeep
    }
}
