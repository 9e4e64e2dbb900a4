/// What a user, or the terminal itself, has sent.
enum TerminalInput: Hashable, Sendable {
    case key(Key)
    /// Characters that were typed; several if they arrived together.
    case text(String)
    /// Text that was pasted, in one piece.
    case paste(String)
    /// The answer to a question about a mode (DECRPM): whether the terminal knows it.
    case mode(Int, isKnown: Bool)
    /// The answer to the question about the terminal's attributes (DA1).
    case attributes

    /// Whether the terminal itself has sent it.
    var isAnswer: Bool {
        switch self {
        case .mode, .attributes: true
        case .key, .text, .paste: false
        }
    }
}

/// A key that types no character.
enum Key: Hashable, Sendable {
    case enter, escape, tab, backTab, backspace, delete
    case up, down, left, right, home, end, pageUp, pageDown
    /// Control and a lower-case letter.
    case control(Character)
}

/// Finds keys, text and answers among the bytes that a terminal sends.
///
/// The sequences are those of ECMA-48 and of xterm ("XTerm Control Sequences"). Unknown ones are dropped whole, so that
/// none of their characters counts as typed.
struct InputReader {
    private var rest: [UInt8] = []
    private var paste: [UInt8]?

    /// Whether an escape sequence may have begun. The bytes alone don't tell it from the Escape key: call `decide` when
    /// nothing more has arrived for a moment. An answer of the terminal, which nobody types, is waited for.
    var isUndecided: Bool { paste == nil && rest.first == Self.escape && !rest.starts(with: Self.startOfAnswer) }

    private static let escape: UInt8 = 0x1B
    private static let startOfAnswer = Array("\u{1B}[?".utf8)
    private static let endOfPaste = Array("\u{1B}[201~".utf8)
    /// Longer sequences are not waited for.
    private static let longestSequence = 4096

    /// The inputs that `bytes` complete.
    mutating func read(_ bytes: [UInt8]) -> [TerminalInput] {
        // If a connection breaks during a paste, the end of the paste never arrives, and Control-C has to end it. It
        // can't be part of the paste: terminals leave control characters out.
        if bytes == [0x03] { paste = nil }
        // In pieces, because each input copies what follows it.
        return stride(from: 0, to: bytes.count, by: 4096).flatMap { start in
            readPiece(Array(bytes[start..<min(start + 4096, bytes.count)]))
        }
    }

    private mutating func readPiece(_ bytes: [UInt8]) -> [TerminalInput] {
        var inputs: [TerminalInput] = []
        if paste == nil {
            rest += bytes
        } else {
            readPaste(bytes, into: &inputs)
        }
        while paste == nil, !rest.isEmpty {
            guard let count = readFirst(of: rest, into: &inputs) else { break }
            let following = Array(rest.dropFirst(count))
            rest = []
            if paste == nil {
                rest = following
            } else {
                readPaste(following, into: &inputs)
            }
        }
        return inputs
    }

    /// The inputs so far, because nothing more has arrived: a lone escape is the key.
    mutating func decide() -> [TerminalInput] {
        guard isUndecided else { return [] }
        defer { rest = [] }
        return rest.count == 1 ? [.key(.escape)] : []
    }

    /// Reads one input. Returns how many bytes it takes, or nil if more are needed.
    private mutating func readFirst(of bytes: [UInt8], into inputs: inout [TerminalInput]) -> Int? {
        switch bytes[0] {
        case Self.escape: return readSequence(bytes, into: &inputs)
        case 0x20...0x7E, 0x80...0xFF:
            let typed = bytes.prefix { $0 >= 0x20 && $0 != 0x7F }
            let complete = typed.count < bytes.count ? typed : typed.dropLast(typed.unfinishedCharacter)
            guard !complete.isEmpty else { return nil }
            let text = String(decoding: complete, as: UTF8.self).filter { $0 != "\u{FFFD}" }
            if !text.isEmpty { inputs.append(.text(text)) }
            return complete.count
        case 0x0A, 0x0D: inputs.append(.key(.enter))
        case 0x09: inputs.append(.key(.tab))
        case 0x08, 0x7F: inputs.append(.key(.backspace))
        case 0x01...0x1A: inputs.append(.key(.control(Character(Unicode.Scalar(bytes[0] + 0x60)))))
        default: break
        }
        return 1
    }

    private mutating func readSequence(_ bytes: [UInt8], into inputs: inout [TerminalInput]) -> Int? {
        guard bytes.count > 1 else { return nil }
        switch bytes[1] {
        case UInt8(ascii: "["):
            // F1 to F5 of the Linux console have a second bracket.
            let isFunctionKey = bytes.count > 2 && bytes[2] == UInt8(ascii: "[")
            let parameters = bytes.dropFirst(isFunctionKey ? 3 : 2).prefix { (0x20...0x3F).contains($0) }
            let end = parameters.endIndex
            guard end < bytes.count else { return bytes.count < Self.longestSequence ? nil : bytes.count }
            // A byte that can't end the sequence is an input of its own.
            guard (0x40...0x7E).contains(bytes[end]) else { return end }
            let text = String(decoding: parameters, as: UTF8.self)
            if bytes[end] == UInt8(ascii: "~"), text == "200" {
                paste = []
            } else if !isFunctionKey, let input = Self.input(text, final: Character(Unicode.Scalar(bytes[end]))) {
                inputs.append(input)
            }
            return end + 1
        case UInt8(ascii: "O"):
            guard bytes.count > 2 else { return nil }
            if let input = Self.input("", final: Character(Unicode.Scalar(bytes[2]))) { inputs.append(input) }
            return 3
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
            // A text from the terminal, up to BEL or ST. ST is ESC and a backslash.
            for index in 2..<bytes.count {
                if bytes[index] == 0x07 { return index + 1 }
                if bytes[index] == Self.escape, index + 1 < bytes.count { return index + 2 }
            }
            return bytes.count < Self.longestSequence ? nil : bytes.count
        case Self.escape:
            inputs.append(.key(.escape))
            return 1
        default:
            // Alt and a key: no command, and no text.
            return 2
        }
    }

    /// The meaning of a control sequence, if it is known. Modifiers are ignored.
    private static func input(_ parameters: String, final: Character) -> TerminalInput? {
        switch final {
        case "A": return .key(.up)
        case "B": return .key(.down)
        case "C": return .key(.right)
        case "D": return .key(.left)
        case "H": return .key(.home)
        case "F": return .key(.end)
        case "Z": return .key(.backTab)
        // The keypad's Enter.
        case "M": return parameters.isEmpty ? .key(.enter) : nil
        case "~":
            switch parameters.prefix(while: { $0 != ";" }) {
            case "1", "7": return .key(.home)
            case "4", "8": return .key(.end)
            case "3": return .key(.delete)
            case "5": return .key(.pageUp)
            case "6": return .key(.pageDown)
            default: return nil
            }
        case "y":
            guard parameters.first == "?", parameters.last == "$" else { return nil }
            let numbers = parameters.dropFirst().dropLast().split(separator: ";").compactMap { Int($0) }
            return numbers.count == 2 ? .mode(numbers[0], isKnown: (1...3).contains(numbers[1])) : nil
        case "c": return parameters.first == "?" ? .attributes : nil
        default: return nil
        }
    }

    private mutating func readPaste(_ bytes: [UInt8], into inputs: inout [TerminalInput]) {
        var pasted = paste ?? []
        let start = max(0, pasted.count - Self.endOfPaste.count)
        pasted += bytes
        guard let end = pasted[start...].firstRange(of: Self.endOfPaste) else {
            paste = pasted
            return
        }
        inputs.append(.paste(String(decoding: pasted[..<end.lowerBound], as: UTF8.self)))
        paste = nil
        rest = Array(pasted[end.upperBound...])
    }
}

extension ArraySlice<UInt8> {
    /// How many bytes at the end begin a UTF-8 character whose other bytes are missing.
    fileprivate var unfinishedCharacter: Int {
        for (index, byte) in suffix(3).reversed().enumerated() where byte >= 0xC0 {
            let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
            return index + 1 < length ? index + 1 : 0
        }
        return 0
    }
}
