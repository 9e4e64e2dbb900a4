/// The identifiers that other programs gave a book. Programs, and the identifiers of each, are in the order in which they
/// were met. None occurs twice.
public struct BookSources: Hashable, Sendable {
    public private(set) var all: [BookSource] = []

    public init(_ sources: [BookSource] = []) { for source in sources { add(source) } }

    public var isEmpty: Bool { all.isEmpty }

    /// Each program with its identifiers.
    public var byProgram: [(program: String, ids: [String])] {
        all.reduce(into: []) { programs, source in
            if programs.last?.program != source.program { programs.append((source.program, [])) }
            programs[programs.count - 1].ids.append(source.id)
        }
    }

    /// Adds an identifier after those of its program, unless the book has it.
    public mutating func add(_ source: BookSource) {
        if all.contains(source) { return }
        let last = all.lastIndex { $0.program == source.program } ?? all.count - 1
        all.insert(source, at: last + 1)
    }
}

extension BookSources: FieldType {
    static let kind = FieldKind(.identifiers) { text throws(LibraryError) in
        guard let source = BookSource(text) else { throw .value(.notOneOf(["<program>:<identifier>"])) }
        return BookSources([source]).fieldValue
    }

    public init?(_ value: FieldValue) {
        guard case .names(let names) = value else { return nil }
        self.init(names.compactMap { BookSource($0) })
    }

    public var fieldValue: FieldValue { .names(all.map(\.description)) }
}

/// The identifier that a program gave a book.
public struct BookSource: Hashable, Sendable, CustomStringConvertible {
    /// The name of the format of its lists, such as "goodreads"; a later version may know other programs.
    public let program: String
    public let id: String

    /// Tidies both. Nil if one is blank, or if the program's name has a colon, which ends it in `description`.
    public init?(program: String, id: String) {
        (self.program, self.id) = (program.tidied, id.tidied)
        if self.program.isEmpty || self.id.isEmpty || program.utf8.contains(0x3A) { return nil }
    }

    /// Reads a `description`.
    public init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        self.init(program: String(text[..<colon]), id: String(text[text.index(after: colon)...]))
    }

    public var description: String { "\(program):\(id)" }
}
