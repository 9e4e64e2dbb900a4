/// What is known of a book beyond its fields, such as "Publisher".
public typealias BookDetails = NamedTexts
public typealias BookDetail = NamedText
public typealias DetailName = TextName

extension BookDetail {
    static let kind = FieldKind(.namedTexts) { text throws(LibraryError) in
        let detail = try BookDetail(entered: text)
        return .namedTexts(BookDetails(tidy: [detail]))
    }

    /// Reads `<name>=<text>`. Throws `BookError.notADetail`, and `.nameOfAField` for a name that a field has.
    public init(entered text: String) throws(LibraryError) {
        guard let detail = BookDetail(text) else { throw .book(.notADetail) }
        if detail.name.isFieldName { throw .book(.nameOfAField("\(detail.name)")) }
        self = detail
    }
}

extension DetailName {
    /// Whether a field of a listed book has this name. New details don't get such names; a detail in an older library may
    /// have one, because later versions add fields.
    public var isFieldName: Bool { Self.fieldNames.contains(description.lowercased()) }

    private static let fieldNames = Set(
        (BookField.allCases.map(\.rawValue) + Row<Book>.ownFieldNames).map { $0.lowercased() })
}
