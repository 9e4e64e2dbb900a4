/// Fields below one another, one of which is focused, and perhaps a button below them.
///
/// The form keeps what is typed, because that need not be a value yet. The values are its owner's.
struct Form<Field: Hashable & Sendable>: Equatable, Sendable {
    /// The fields, and the button, in the order in which the focus moves.
    let fields: [Field]
    private let rowCount: Int
    private var focus = 0
    /// The fields that the focus has left: what is in the others may be unfinished.
    private(set) var left: Set<Field> = []
    /// What is typed. A field in which nothing can be typed has none.
    private(set) var texts: [Field: TextField] = [:]

    /// `value` is what a field holds at first.
    init(_ rows: [Field], button: Field? = nil, value: (Field) -> FormValue) {
        fields = rows + (button.map { [$0] } ?? [])
        rowCount = rows.count
        for field in rows { show(value(field), in: field) }
    }

    var focused: Field {
        get { fields[focus] }
        set { focus = fields.firstIndex(of: newValue) ?? focus }
    }

    /// Replaces what is typed in a field.
    mutating func show(_ value: FormValue, in field: Field) {
        if case .text(let text) = value { texts[field] = TextField(text) }
    }

    /// Moves the focus, or edits the focused field, which holds `value`, with a key, or with typed or pasted text.
    /// Returns its new value if it is another one.
    mutating func handle(_ input: TerminalInput, _ value: FormValue) -> FormValue? {
        switch input {
        case .key(.tab), .key(.down), .key(.enter): leave(by: 1)
        case .key(.backTab), .key(.up): leave(by: fields.count - 1)
        case .rows(let rows): leave(by: max(0, min(focus + rows, fields.count - 1)) - focus + fields.count)
        default:
            let isAnother = texts[focused]?.take(input)
            return isAnother == true ? texts[focused].map { .text($0.text) } : value.choice(after: input)
        }
        return nil
    }

    private mutating func leave(by step: Int) {
        left.insert(focused)
        focus = (focus + step) % fields.count
    }

    /// Counts all fields as left, as when the form is to be saved.
    mutating func leaveAll() { left = Set(fields) }

    /// As many of the rows as fit into `height` lines, the focused one among them, each with a line for its note if it has
    /// one. The labels take `width` columns.
    func view(
        labels width: Int, height: Int, note: (Field) -> View? = { _ in nil },
        _ row: (Field) -> (label: String, value: FormValue)
    ) -> View {
        var lines: [View] = []
        var focusedLine: Int?
        for (index, field) in fields.prefix(rowCount).enumerated() {
            let (label, value) = row(field)
            let isFocused = field == focused
            func add(_ label: String, _ view: View) {
                let line = View.row([.fixed(width, .text(label)), .share(1, view)])
                lines.append(.target(isFocused ? value.click : .rows(index - focus), line))
            }
            if isFocused { focusedLine = lines.count }
            let shown: View =
                if let text = texts[field] {
                    .field(text, isFocused: isFocused)
                } else {
                    isFocused ? .list([.text(value.shown)], selected: 0) : .text(value.shown)
                }
            add(label, shown)
            if let note = note(field) { add("", note) }
        }
        let start = max(0, min((focusedLine ?? lines.count) - height / 2, lines.count - height))
        return .column(lines[start...].map { .fixed(1, $0) })
    }

    /// The button, which Enter or a click presses while it is focused.
    func button(_ view: View) -> View {
        focus == rowCount ? .list([view], selected: 0) : .target(.rows(rowCount - focus), view)
    }
}

/// What a field of a form holds.
enum FormValue: Hashable, Sendable {
    case text(String)
    /// One of several values: the arrow keys and the space bar choose the next one; if they are numbered from 0 on, a
    /// digit chooses, too.
    case choice([String], Int, isNumbered: Bool = false)
    /// What is changed elsewhere, such as in an editor.
    case other(String)

    static func flag(_ isOn: Bool) -> FormValue { .choice(["no", "yes"], isOn ? 1 : 0) }

    fileprivate var shown: String {
        switch self {
        case .text(let text), .other(let text): text
        case .choice(let values, let index, _): values[index]
        }
    }

    /// What a click on the focused field stands for.
    fileprivate var click: TerminalInput? {
        switch self {
        case .text: nil
        case .choice: .text(" ")
        case .other: .key(.enter)
        }
    }

    /// The choice that an input makes; nil if it makes none, or the same.
    fileprivate func choice(after input: TerminalInput) -> FormValue? {
        guard case .choice(let values, let old, let isNumbered) = self else { return nil }
        let typed = if case .text(let text) = input { text } else { "" }
        let step = input == .key(.left) ? -1 : input == .key(.right) ? 1 : typed.count { $0 == " " }
        var new = (old + step + values.count) % values.count
        if isNumbered, let number = typed.last?.wholeNumberValue, values.indices.contains(number) { new = number }
        return new == old ? nil : .choice(values, new, isNumbered: isNumbered)
    }
}
