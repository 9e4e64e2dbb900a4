import Domain
import Storage
import TestSupport
import Testing

@testable import Data

struct LibrarySchemaTests {
    /// An entity that the schema lacks has no repository, and is part of no backup.
    @Test func theSchemaHasEveryEntityThatTheDomainDeclares() throws {
        let declared = Self.entities(declaredIn: try sourceFiles(in: "Domain").map(\.text))
        try #require(!declared.isEmpty, "no source of the domain declares an entity")
        #expect(LibrarySchema.bookshelf.types.map { "\($0)" }.sorted() == declared.sorted())
    }

    @Test func eachTypeHasItsOwnNames() {
        let kinds = LibrarySchema.bookshelf.kinds
        #expect(Set(kinds.map(\.plural)).count == kinds.count)
        #expect(Set(LibrarySchema.bookshelf.nouns).count == kinds.count)
    }

    /// The names of the types that conform to `LibraryEntity` or `FieldedEntity`.
    private static func entities(declaredIn sources: [String]) -> [String] {
        let declaration = /\b(?:struct|class|actor|enum|extension)\s+(\w+)\s*:\s*([^{]*)\{/
        return sources.flatMap { source in
            source.replacing(/\/\/.*/, with: "").matches(of: declaration).filter { match in
                let words = match.output.2.split { !$0.isLetter }.prefix { $0 != "where" }
                return words.contains("LibraryEntity") || words.contains("FieldedEntity")
            }.map { String($0.output.1) }
        }
    }
}
