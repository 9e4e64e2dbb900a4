import Domain
import Foundation
import Testing

@testable import Data

struct LibrarySchemaTests {
    /// An entity that the schema lacks has no repository.
    @Test func theSchemaHasEveryEntityThatTheDomainDeclares() throws {
        let declared = try Self.entities(declaredIn: Self.sources())
        try #require(!declared.isEmpty, "no source of the domain declares an entity")
        #expect(Set(LibrarySchema.bookshelf.types.map { "\($0)" }) == Set(declared))
        #expect(LibrarySchema.bookshelf.types.count == declared.count)
    }

    @Test func entitiesAreFoundInEveryFormOfDeclaration() throws {
        let source = """
            // struct Comment: LibraryEntity {
            public protocol LibraryEntity: Identifiable, Hashable where ID == Identifier<Self> {}
            extension LibraryEntity where LookupKey == Never {}
            public struct News<Entity: LibraryEntity>: Sendable {}
            struct Title: LibraryEntityName {}
            public struct Book: LibraryEntity {
                let note: String
            }
            public final class Shelf : Sendable,
                Domain.LibraryEntity
            {}
            struct Loan: Hashable {}
            extension Loan: LibraryEntity where Loan: Hashable {}
            """
        #expect(try Self.entities(declaredIn: [source]) == ["Book", "Shelf", "Loan"])
    }

    @Test func aTypeThatTheSchemaLacksIsNamed() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = StoredLibrary.inMemory().repository(of: Stranger.self)
        }
        let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(message.contains("Stranger is missing from the schema of the library"))
    }

    @Test func aTypeThatTheSchemaLacksIsNamedInAUnitOfWork() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await StoredLibrary.inMemory().perform { unit throws(LibraryError) in
                _ = unit.repository(of: Stranger.self)
            }
        }
        let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(message.contains("Stranger is missing from the schema of the library"))
    }

    private static func sources() throws -> [String] {
        let domain = URL(filePath: #filePath).appending(path: "../../../../Domain").standardized
        let files = FileManager.default.enumerator(at: domain, includingPropertiesForKeys: nil)
        return try (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
            .map { try String(contentsOf: $0, encoding: .utf8) }
    }

    /// The names of the types that conform to `LibraryEntity`, or to the protocols of those with names or fields.
    private static func entities(declaredIn sources: [String]) throws -> [String] {
        let declaration = /\b(?:struct|class|actor|enum|extension)\s+(\w+)\s*:\s*([^{]*)\{/
        return sources.flatMap { source in
            source.replacing(/\/\/.*/, with: "").matches(of: declaration).filter { match in
                let words = match.output.2.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
                let kinds: Set<Substring> = ["LibraryEntity", "NamedEntity", "FieldedEntity"]
                return !kinds.isDisjoint(with: words.prefix { $0 != "where" })
            }.map { String($0.output.1) }
        }
    }
}

private struct Stranger: LibraryEntity {
    typealias LookupKey = Never

    let id: Identifier<Stranger>
}
