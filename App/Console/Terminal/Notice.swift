/// A sentence of one line. Its long parts, such as a title, are shortened where it doesn't fit, so that its end stays visible.
struct Notice: Hashable, Sendable, ExpressibleByStringInterpolation {
    private var parts: [Part] = []

    private struct Part: Hashable {
        var text: String
        var isLong = false
    }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var message = Notice()

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ text: String) { message.parts.append(Part(text: text)) }
        mutating func appendInterpolation(_ value: some CustomStringConvertible) { appendLiteral("\(value)") }
        mutating func appendInterpolation(long text: String) { message.parts.append(Part(text: text, isLong: true)) }
        mutating func appendInterpolation(_ message: Notice) { self.message.parts += message.parts }
    }

    private init() {}
    init(stringLiteral text: String) { parts = [Part(text: text)] }
    init(stringInterpolation: StringInterpolation) { self = stringInterpolation.message }

    var text: String { parts.map(\.text).joined() }

    /// The sentence in `width` columns, printable.
    func fitted(to width: Int) -> String {
        var parts = self.parts
        for index in parts.indices { parts[index].text = parts[index].text.printable }
        let byLength = parts.indices.sorted { parts[$0].text.columns > parts[$1].text.columns }
        for index in byLength where parts[index].isLong {
            let excess = max(0, parts.reduce(-width) { $0 + $1.text.columns })
            parts[index].text = parts[index].text.fitted(to: max(4, parts[index].text.columns - excess))
        }
        return parts.map(\.text).joined().fitted(to: width)
    }

    static func == (left: Notice, right: Notice) -> Bool { left.text == right.text }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
