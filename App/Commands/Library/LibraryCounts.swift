import Data
import Domain
import Storage

extension LibrarySnapshot {
    /// "7 notes, 1 tag and 2 links".
    var counts: String { LibrarySchema.bookshelf.counts(of: self).listed }

    /// What a library has: "notes, tags and links".
    static var nouns: String { LibrarySchema.bookshelf.nouns.listed }
}

extension [EntityCount] {
    /// "7 notes, 1 tag and 2 links".
    var listed: String { map { $0.number.counting($0.singular, $0.plural) }.listed }
}

extension JSONWriter {
    /// Writes how many entities of each type there are, by its name, after the name of the file that has them.
    mutating func counts(of library: LibrarySnapshot, in file: String? = nil) {
        object { json in
            if let file { json.member("file", file) }
            for count in LibrarySchema.bookshelf.counts(of: library) {
                json.name(count.plural.inCamelCase)
                json.number(count.number)
            }
        }
    }
}

extension String {
    /// The words as the name of a member: "room keys" is `roomKeys`.
    var inCamelCase: String { split(separator: " ").reduce("") { $0.isEmpty ? "\($1)" : $0 + String($1).withCapital } }
}
