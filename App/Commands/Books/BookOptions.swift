import Domain

/// The values of a book's fields on the command line of `add` and `edit`.
typealias BookOptions = FieldOptions<Book>

extension BookOptions {
    /// The options that set fields, without that of the title. Help has the shelves there since the first version.
    static var settingBooks: [OptionSyntax<BookOptions>] {
        let fields = BookField.allCases.filter { $0.isEntered && $0 != .title && $0 != .shelves }
        return fields.flatMap { $0 == .rating ? [.shelves, $0] : [$0] }.map { setting($0) }
    }
}
