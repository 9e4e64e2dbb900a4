/// What a user has typed or pasted, or done with the mouse.
enum TerminalInput: Hashable, Sendable {
    case key(Key)
    /// Text that was typed: the bytes of a terminal make one character each.
    case text(String)
    /// Text that was pasted, in one piece.
    case paste(String)
    /// A click of the left button, where it was released.
    case click(Screen.Position)
    /// The number of rows to move the selection down, negative for up: by the wheel, or a click on a row.
    case rows(Int)
    /// The number of a choice, by a click on it.
    case choice(Int)
}

/// A key that types no character.
enum Key: Hashable, Sendable {
    case enter, escape, tab, backTab, backspace, delete
    case up, down, left, right, home, end, pageUp, pageDown
    /// Control, or Alt, and an arrow key.
    case wordLeft, wordRight
    /// Control and a lower-case letter.
    case control(Character)
}

/// Finds keys and text among the bytes that a terminal sends.
///
/// The sequences are those of ECMA-48 and of xterm ("XTerm Control Sequences"). Unknown ones are dropped whole, so that
/// none of their characters counts as typed.
struct InputReader {
    /// The bytes of an unfinished sequence or character.
    private var rest: [UInt8] = []
    private var paste: [UInt8]?
    /// Whether the last bytes that arrived together ended with an escape.
    private var endedInEscape = false
    /// An escape that was taken for the key, if nothing was typed since. On a slow line, it may have begun a sequence.
    private var lastEscape: Age?

    private enum Age { case recent, old }

    /// Whether an escape sequence may have begun. The bytes alone don't tell it from the Escape key: call `decide` when
    /// nothing more has arrived for a moment.
    var isUndecided: Bool { paste == nil && rest.first == Self.escape }

    private static let escape: UInt8 = 0x1B
    private static let controlC: UInt8 = 0x03
    /// The bytes after an escape that go on with a sequence.
    private static let openings = Array("[O]P_^X".utf8)
    /// Those of the sequences that keys send, whose end is waited for. Alt and one of these takes the next key with it.
    private static let lateOpenings = Array("[O".utf8)
    private static let endOfPaste = Array("\u{1B}[201~".utf8)
    private static let mouse = Array("\u{1B}[<".utf8)
    /// From a terminal that doesn't know mode 1006. Three bytes follow.
    private static let olderMouse = Array("\u{1B}[M".utf8)
    /// Longer sequences are not waited for.
    private static let longestSequence = 4096

    /// The input that `byte` completes, if it does.
    mutating func read(_ byte: UInt8) -> TerminalInput? {
        if paste != nil { return readPasted(byte) }
        if lastEscape != nil, rest.isEmpty, Self.lateOpenings.contains(byte) { rest = [Self.escape] }
        if byte == Self.escape { lastEscape = nil }
        defer { if rest.isEmpty { lastEscape = nil } }
        // A byte that continues neither a sequence nor a character begins anew.
        if rest.first == Self.escape || (0x80..<0xC0).contains(byte) { rest.append(byte) } else { rest = [byte] }
        if rest[0] == Self.escape { return readSequence(byte) }
        guard rest.count == Self.length(ofCharacterBeginningWith: rest[0]) else { return nil }
        defer { rest = [] }
        switch byte {
        case 0x0A, 0x0D: return .key(.enter)
        case 0x09: return .key(.tab)
        case 0x08, 0x7F: return .key(.backspace)
        case 0x01...0x1A: return .key(.control(Character(Unicode.Scalar(byte + 0x60))))
        case 0x00...0x1F: return nil
        default: return String(validating: rest, as: UTF8.self).map { .text($0) }
        }
    }

    /// Call this after the bytes that have arrived together. The input is an opening byte that arrived alone, long after
    /// the Escape key: it was typed.
    mutating func pause() -> TerminalInput? {
        endedInEscape = paste == nil && rest == [Self.escape]
        return lastEscape == .old ? typedOpening() : nil
    }

    /// Call this when nothing has arrived for half a second after `decide`. From then on, only bytes that arrive together
    /// are the late rest of a sequence. The input is an opening byte that has arrived alone: it was typed.
    mutating func settle() -> TerminalInput? {
        if let opening = typedOpening() { return opening }
        if lastEscape == .recent { lastEscape = .old }
        return nil
    }

    /// The opening byte, if it arrived after the Escape key and nothing has followed.
    private mutating func typedOpening() -> TerminalInput? {
        guard lastEscape != nil, rest.count == 2, rest.first == Self.escape else { return nil }
        defer { (rest, lastEscape) = ([], nil) }
        return .text(String(UnicodeScalar(rest[1])))
    }

    /// The Escape key, if `byte`, which is next, has arrived after an escape and doesn't go on with a sequence. A terminal
    /// sends Alt and a key together, and a sequence begins with an opening byte, however late the rest arrives.
    mutating func decide(before byte: UInt8) -> TerminalInput? {
        // Keys send digits, capital letters and these.
        let isOfKey = (0x30...0x3F).contains(byte) || (0x41...0x5B).contains(byte) || byte == UInt8(ascii: "~")
        if !isOfKey, let opening = typedOpening() { return opening }
        defer { endedInEscape = false }
        guard endedInEscape, byte != Self.escape, !Self.openings.contains(byte) else { return nil }
        return decide()
    }

    /// The input so far, because nothing more has arrived for a moment: a lone escape is the key.
    mutating func decide() -> TerminalInput? {
        // The rest would count as typed, however late it arrives.
        guard isUndecided, rest.count == 1 || !Self.lateOpenings.contains(rest[1]) else { return nil }
        defer { rest = [] }
        if rest.count > 1 { return nil }
        lastEscape = .recent
        return .key(.escape)
    }

    /// The input so far, because no other byte has arrived together with the last: Control-C, which ends a paste. If a
    /// connection breaks during a paste, its end never arrives.
    mutating func interrupt() -> TerminalInput? {
        guard paste?.last == Self.controlC else { return nil }
        paste = nil
        return .key(.control("c"))
    }

    /// One for a byte that begins no character of UTF-8.
    private static func length(ofCharacterBeginningWith byte: UInt8) -> Int {
        switch byte {
        case 0xC0..<0xE0: 2
        case 0xE0..<0xF0: 3
        case 0xF0...: 4
        default: 1
        }
    }

    private mutating func readSequence(_ byte: UInt8) -> TerminalInput? {
        guard rest.count > 1, rest.count < Self.longestSequence else {
            if rest.count > 1 { rest = [] }
            return nil
        }
        switch rest[1] {
        case UInt8(ascii: "["):
            if rest.starts(with: Self.olderMouse) {
                if byte >= 0x20, rest.count < 6 { return nil }
                rest = []
                return byte >= 0x20 ? nil : read(byte)
            }
            // F1 to F5 of the Linux console have a second bracket.
            let isOpening = byte == UInt8(ascii: "[") && rest.count <= 3
            let isMouse = rest.starts(with: Self.mouse)
            let isParameter = isMouse ? "0123456789;:<-.".utf8.contains(byte) : (0x20...0x3F).contains(byte)
            if isOpening || isParameter { return nil }
            let parameters = String(decoding: rest[2..<rest.count - 1], as: UTF8.self)
            rest = []
            // A byte that can't end the sequence is an input of its own.
            guard isMouse ? "Mm".utf8.contains(byte) : (0x40...0x7E).contains(byte) else { return read(byte) }
            if byte == UInt8(ascii: "~"), parameters == "200" {
                paste = []
                return nil
            }
            return Self.input(parameters, final: Character(Unicode.Scalar(byte)))
        case UInt8(ascii: "O"):
            guard rest.count > 2 else { return nil }
            rest = []
            guard (0x40...0x7E).contains(byte) else { return read(byte) }
            return Self.input("", final: Character(Unicode.Scalar(byte)))
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
            // A text from the terminal, up to BEL or ST. ST is ESC and a backslash.
            let isEnd = byte == 0x07 || rest.count > 3 && rest[rest.count - 2] == Self.escape
            if isEnd { rest = [] }
            return nil
        case Self.escape:
            rest = [Self.escape]
            return .key(.escape)
        default:
            // Alt and a key: no command, and no text.
            rest = []
            return nil
        }
    }

    /// The meaning of a control sequence, if it is known. Other modifiers are ignored.
    private static func input(_ parameters: String, final: Character) -> TerminalInput? {
        let isOfWords = parameters.hasSuffix(";5") || parameters.hasSuffix(";3")
        return switch final {
        case _ where parameters.hasPrefix("<"): mouse(parameters.dropFirst(), isRelease: final == "m")
        case _ where parameters.hasPrefix("["): nil
        case "A": .key(.up)
        case "B": .key(.down)
        case "C": .key(isOfWords ? .wordRight : .right)
        case "D": .key(isOfWords ? .wordLeft : .left)
        case "H": .key(.home)
        case "F": .key(.end)
        case "Z": .key(.backTab)
        // The keypad's Enter.
        case "M": parameters.isEmpty ? .key(.enter) : nil
        case "~":
            switch parameters.prefix(while: { $0 != ";" }) {
            case "1", "7": .key(.home)
            case "4", "8": .key(.end)
            case "3": .key(.delete)
            case "5": .key(.pageUp)
            case "6": .key(.pageDown)
            default: nil
            }
        default: nil
        }
    }

    /// The button, whose bits 2 to 4 are modifiers, and the column and line, from 1 on.
    private static func mouse(_ parameters: Substring, isRelease: Bool) -> TerminalInput? {
        let numbers = parameters.split(separator: ";").compactMap { Int($0) }
        guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return nil }
        return switch numbers[0] & ~0b11100 {
        // Not the press: its release would be left for the editor that the click may open.
        case 0 where isRelease: .click(Screen.Position(column: numbers[1] - 1, line: numbers[2] - 1))
        case 64 where !isRelease: .rows(-3)
        case 65 where !isRelease: .rows(3)
        default: nil
        }
    }

    private mutating func readPasted(_ byte: UInt8) -> TerminalInput? {
        paste?.append(byte)
        let end = Self.endOfPaste
        guard byte == end.last, let pasted = paste, pasted.suffix(end.count) == end[...] else { return nil }
        paste = nil
        return .paste(String(decoding: pasted.dropLast(end.count), as: UTF8.self))
    }
}
