import Domain
import Storage

/// A book as a list describes it. A value that its field can't hold becomes a detail of the book.
struct ListedBook {
    var imported: ImportedBook
    var reading: ListReading
    /// Why this isn't a valid book.
    private let problem: String?
    /// Why the row isn't meant to be a book of the library; nil if it is.
    var noBook: String?

    /// Takes a value for each of `BookRecord.memberNames`; nil for one that the list lacks.
    init(values: [ListedValue?], options: ImportOptions, isPlain: Bool = false) {
        var members = ListedMembers(rest: values[...], reading: ListReading(options: options, isPlain: isPlain))
        var record = BookRecord()
        record.members(&members)
        imported = ImportedBook(
            id: record.id, record.draft,
            assumed: Set(Self.neverAbsentMembers.filter { !members.given[$0.member] }.map(\.field)))
        reading = members.reading
        problem = members.problem
        keep(reading.takeLeftOver())
    }

    /// The fields whose values can't stand for an unknown one, and the index of the member of each.
    private static let neverAbsentMembers = BookRecord.memberNames.enumerated().compactMap { index, name in
        BookField(rawValue: name.description).flatMap { field in
            BookField.neverAbsent.contains(field) ? (field: field, member: index) : nil
        }
    }

    var draft: BookDraft {
        get { imported.draft }
        set { imported.draft = newValue }
    }

    /// Sets a status that the list gives.
    mutating func set(_ status: ReadingStatus) {
        draft.status = status
        imported.assumed.remove(.status)
    }

    mutating func setFavorite() {
        draft.isFavorite = true
        imported.assumed.remove(.favorite)
    }

    /// Reads the notes from a cell of HTML. Keeps the cell as well unless a Goodreads export of the notes has the same.
    mutating func readNotes(html cell: ListedCell) {
        let text = cell.text.textOfHTML.tidiedLines
        let html = cell.text.tidiedLines
        guard text != html else { return }
        draft.notes = text
        imported.notesInHTML = html
        if text.htmlOfText != html { keep([cell]) }
    }

    /// Keeps a text that has no field as a detail; ignores an empty one.
    mutating func keep(_ text: String, named column: String) {
        guard !text.isEmpty, let name = DetailName(column: column) else { return }
        draft.details.add(text, named: name)
    }

    /// Keeps the identifiers that a program gave the book. One of zeros stands for none in lists that other programs made
    /// in its format, and becomes a detail.
    mutating func keepSources(_ cells: [ListedCell], of program: ImportFormat) {
        for cell in cells {
            let source = BookSource(program: program.rawValue, id: cell.text)
            if let source, source.id.contains(where: { $0 != "0" }) { draft.sources.add(source) } else { keep([cell]) }
        }
    }

    /// Keeps these cells as details.
    mutating func keep(_ cells: [ListedCell]) {
        for cell in cells { keep(cell.text, named: cell.column) }
    }

    /// Reads the ISBN from these cells; keeps the other cells as details.
    mutating func readISBN(_ cells: [ListedCell]) {
        draft.isbn = ISBN(cells: cells, &reading)
        keep(reading.takeLeftOver())
    }

    /// Reads the status from this cell; if it is known already, keeps the cell.
    mutating func readStatus(_ cell: ListedCell?) {
        guard let cell else { return }
        if !imported.assumed.contains(.status) { return keep([cell]) }
        if let status = reading.status(cell) { set(status) }
        keep(reading.takeLeftOver())
    }

    func row(line: Int, bytes: ArraySlice<UInt8>) -> ImportRow {
        var book = imported
        if let author = reading.options.author, draft.authors.allSatisfy(\.tidied.isEmpty) {
            book.draft.authors = [author]
            book.assumed.insert(.authors)
        }
        let content: ImportRow.Content
        if let problem {
            content = .rejected(.notABook(reason: problem))
        } else if let noBook, !reading.options.takesAll {
            content = .noBook(noBook)
        } else {
            content = .book(book)
        }
        var row = ImportRow(line: line, bytes: bytes, content: content, warnings: reading.warnings)
        row.title = draft.title
        return row
    }
}

extension BookField {
    /// The names of the fields that can't hold every text.
    static let canRefuse: Set = Set([BookField.isbn, .status, .rating, .added, .started, .finished].map(\.rawValue))
}

/// A text of a list that is not empty, and the name of its column or member.
struct ListedCell {
    let column: String
    let text: String
}

/// The state while one row is read. Collects the texts that no field can hold.
struct ListReading {
    let options: ImportOptions
    /// Whether a person may have made the table, rather than a program that always writes names in the same way.
    var isPlain = false
    /// What the values tell about the whole list.
    var hints = ListHints()
    /// The member that is being read.
    fileprivate(set) var member = ""
    var warnings: [ImportWarning] = []
    private(set) var leftOver: [ListedCell] = []
    /// The keys of the row's words to which the options give a meaning.
    private(set) var mappedWords: Set<String> = []

    /// The status that `word` means in this program and others, or nil.
    mutating func status(_ word: String) -> ReadingStatus? {
        let key = options.mappings.isEmpty ? "" : CSVHeader.key(word)
        for mapping in options.mappings.reversed() where mapping.key == key {
            guard case .status(let status) = mapping.meaning else { continue }
            mappedWords.insert(key)
            return status
        }
        return ReadingStatus(word: word)
    }

    /// The status that a cell means, or nil. Keeps a word that is unknown, or says more than the status.
    mutating func status(_ cell: ListedCell) -> ReadingStatus? {
        guard let status = status(cell.text) else {
            keep(cell.text, of: cell.column, .wrongStatus(cell.text))
            return nil
        }
        let isMapped = mappedWords.contains(CSVHeader.key(cell.text))
        if !isMapped, ReadingStatus.isPart(of: cell.text) { keep(cell.text, of: cell.column) }
        return status
    }

    /// The day; without an order in the options, one that has only one reading.
    func day(_ text: String) -> Day? {
        if let day = Day(cell: text, order: options.dayOrder) { return day }
        let readings = options.dayOrder == nil ? text.dayReadings : []
        return readings.count == 1 ? readings[0].day : nil
    }

    func warning(ofDay text: String) -> ImportWarning {
        options.dayOrder == nil && text.dayReadings.count > 1 ? .ambiguousDay(text) : .wrongDay(text)
    }

    fileprivate mutating func takeLeftOver() -> [ListedCell] {
        defer { leftOver = [] }
        return leftOver
    }

    /// Keeps a value as a detail, under the name of its column; in a list of this program, that of the member.
    mutating func keep(_ text: String, of column: String? = nil, _ warning: ImportWarning? = nil) {
        leftOver.append(ListedCell(column: column ?? member, text: text))
        if let warning { warnings.append(warning) }
    }
}

private struct ListedMembers: MemberVisitor {
    /// The values of the members that haven't been visited yet.
    var rest: ArraySlice<ListedValue?>
    var reading: ListReading
    /// Whether the list gives each of the members visited so far.
    var given: [Bool] = []
    var problem: String?

    mutating func member<Value: MemberValue>(_ name: StaticString, _ value: inout Value, isRequired: Bool) {
        given.append(false)
        guard let listed = rest.popFirst() ?? nil, let type = Value.self as? any ListedMember.Type else { return }
        do {
            reading.member = name.description
            if let read = try type.init(listed, &reading), let read = read as? Value {
                value = read
                given[given.count - 1] = true
            }
        } catch {
            // A book needs these. Any other value is kept as a detail.
            if ["title", "authors"].contains(reading.member) {
                problem = problem ?? "\(name) is of the wrong type"
            } else {
                reading.keep(listed.description, .wrongType(name.description))
            }
        }
    }
}

/// A value in a list of books: cells of a table, or a member of a JSON object.
enum ListedValue {
    /// A cell of this program's own table.
    case cell(String)
    /// The cells of another program's table that may have the value, the preferred one first.
    case cells([ListedCell])
    case text(String)
    case texts([String])
    case number(String)
    case bool(Bool)
    /// The members of a JSON object.
    case named([(name: String, text: String)])
    /// JSON of a type that no member of a book has, as it is written.
    case other(String)

    /// Reads the next JSON value; nil for `null`.
    init?(from scanner: inout JSONScanner) throws(JSONError) {
        if try scanner.null() { return nil }
        let start = scanner
        if let text = try? scanner.string() { self = .text(text); return }
        scanner = start
        if let texts = try? scanner.strings() { self = .texts(texts); return }
        scanner = start
        if let number = try? scanner.number() { self = .number(number); return }
        scanner = start
        if let bool = try? scanner.bool() { self = .bool(bool); return }
        scanner = start
        if let texts = try? scanner.namedStrings() { self = .named(texts); return }
        scanner = start
        self = .other(try scanner.json())
    }

    /// The text, or nil if there is none; of several cells, the first that is not empty. Keeps the other cells. Throws
    /// `MemberError.wrongType`.
    func text(_ reading: inout ListReading) throws(MemberError) -> ListedCell? {
        switch self {
        case .cell(let text), .text(let text), .number(let text):
            return text.isEmpty ? nil : ListedCell(column: reading.member, text: text)
        case .texts(let texts) where texts.count < 2:
            return texts.first.map { ListedCell(column: reading.member, text: $0) }
        case .cells(let cells):
            for cell in cells.dropFirst() { reading.keep(cell.text, of: cell.column) }
            return cells.first
        case .texts, .bool, .named, .other: throw .wrongType
        }
    }

    /// The members of a JSON object, each as a text. Throws `MemberError.wrongType`.
    var named: [(name: String, text: String)] {
        get throws(MemberError) {
            if case .named(let texts) = self { return texts }
            guard case .other(let json) = self else { throw .wrongType }
            let texts = Array(json.utf8).withUnsafeBufferPointer { bytes in
                var scanner = JSONScanner(bytes)
                var texts: [(name: String, text: String)] = []
                let isObject: Void? = try? scanner.object { name, scanner throws(JSONError) in
                    let name = try name.text()
                    if let value = try ListedValue(from: &scanner) { texts.append((name, value.description)) }
                }
                return isObject == nil ? nil : texts
            }
            // A table of them couldn't be read again.
            guard let texts, !ListedValue.named(texts).hasNUL else { throw .wrongType }
            return texts
        }
    }

    /// The value as a text, for a detail.
    var description: String {
        switch self {
        case .cell(let text), .text(let text), .number(let text), .other(let text): text
        case .cells(let cells): cells.map(\.text).joined(separator: "; ")
        case .texts(let texts): texts.joined(separator: "; ")
        case .bool(let value): "\(value)"
        case .named(let texts): texts.map { "\($0.name): \($0.text)" }.joined(separator: "; ")
        }
    }

    /// Whether a text has a NUL character, which JSON can escape. Cells have none: no file may have a NUL byte.
    var hasNUL: Bool {
        switch self {
        case .text(let text): text.has(0)
        case .texts(let texts): texts.contains { $0.has(0) }
        case .named(let texts): texts.contains { $0.text.has(0) || $0.name.has(0) }
        case .cell, .cells, .number, .bool, .other: false
        }
    }
}
