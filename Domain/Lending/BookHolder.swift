/// Who has a book that isn't at home, and the day it is due.
public struct BookHolder: DerivedValue {
    public typealias Subject = Book

    public let name: String
    public let due: Day

    public init(name: String, due: Day) { (self.name, self.due) = (name, due) }

    public enum Field: String, ListedField {
        case lentTo, due

        public var kind: FieldKind { FieldKind(self == .due ? .day : .line) }
    }

    public subscript(field: Field) -> FieldValue {
        switch field {
        case .lentTo: name.fieldValue
        case .due: due.fieldValue
        }
    }
}

extension Book {
    public typealias Derived = BookHolder
}

extension Row<Book> {
    public var lentTo: String? { derived?.name }
    public var due: Day? { derived?.due }
}
