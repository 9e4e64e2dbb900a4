/// Who has a book that isn't at home, and the day it is due.
public struct BookHolder: DerivedValue {
    public typealias Subject = Book

    public let name: String
    public let due: Day

    public init(name: String, due: Day) { (self.name, self.due) = (name, due) }

    public enum Field: String, ListedField {
        case lentTo, due

        public var kind: FieldKind {
            switch self {
            case .lentTo: FieldKind(.line)
            case .due: FieldKind(.day)
            }
        }
    }

    public subscript(field: Field) -> FieldValue {
        switch field {
        case .lentTo: name.fieldValue
        case .due: due.fieldValue
        }
    }
}

extension Row<Book> {
    public var lentTo: String? { derived?.name }
    public var due: Day? { derived?.due }
}
