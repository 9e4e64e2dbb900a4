/// Writes lines of values for another program, in UTF-8, with tabs between them. Whatever would command a terminal or
/// end the line is replaced visibly.
struct TabbedWriter {
    /// What has been written so far.
    private(set) var bytes: [UInt8] = []
    private var needsTab = false

    init(reservingCapacity capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    /// Writes a value; nothing for nil.
    mutating func value(_ text: String?) {
        if needsTab { bytes.append(UInt8(ascii: "\t")) }
        text?.appendPrintable(to: &bytes)
        needsTab = true
    }

    /// Writes several texts as one value.
    mutating func value(_ texts: [String]) {
        value(texts.count == 1 ? texts[0] : texts.joined(separator: "; "))
    }

    mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
        needsTab = false
    }
}
