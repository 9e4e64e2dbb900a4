import Domain
import Storage

extension StoredEntity where Self: FieldedEntity {
    /// The names of its kind, in words: "room key" for `roomKey`.
    static var noun: (singular: String, plural: String) { (kind.singular.inWords, kind.plural.inWords) }
}

extension String {
    fileprivate var inWords: String { reduce("") { $0 + ($1.isUppercase ? " \($1.lowercased())" : "\($1)") } }
}
