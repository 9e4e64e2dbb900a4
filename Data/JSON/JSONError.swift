/// Where a JSON text is not JSON, or not of the type that was asked for.
struct JSONError: Error, Hashable {
    /// Counted in bytes from the start of the buffer.
    let offset: Int
    let reason: Reason

    enum Reason: Hashable {
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
