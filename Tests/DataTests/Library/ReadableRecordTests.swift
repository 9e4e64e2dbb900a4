import Domain
import FileTestSupport
import Storage
import Testing

@testable import Data

/// Records in lost lines, whose kind isn't known any more.
struct ReadableRecordTests {
    /// Has all that a garden has, and more.
    struct Orchard: StoredEntity {
        typealias ID = Identifier<Orchard>
        typealias LookupKey = Never

        static let kind = RecordKind(singular: "orchard", plural: "orchards")

        var id = ID(bits: 7)
        var name = "North"
        var trees = 30

        struct Record: EntityRecord {
            private var orchard = Orchard()

            init() {}

            init(_ orchard: Orchard) { self.orchard = orchard }

            mutating func members<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
                try visitor.required("id", &orchard.id)
                try visitor.required("name", &orchard.name)
                try visitor.required("trees", &orchard.trees)
            }

            func entity() -> Orchard { orchard }
        }
    }

    @Test(arguments: [[Garden.self, Orchard.self] as [any StoredEntity.Type], [Orchard.self, Garden.self]])
    func aRecordCountsAsTheTypeThatKnowsMostOfIt(_ types: [any StoredEntity.Type]) async throws {
        let location = try await StorageEngine.makeLocation(application: "tests", name: "library")
        // Each opens the file anew, as another process does.
        var library: StoredLibrary { StoredLibrary(StorageEngine.journal.open(location), schema: LibrarySchema(types)) }
        try await library.repository(of: Orchard.self).save(Orchard())
        try await library.repository(of: Garden.self).save(Garden(8, "North"))
        let file = TestFile(path: location.directory + "/library.jsonl")
        try file.write(try file.text().replacing("\"North\"", with: "\"South\""))
        let report = try await library.repair(acceptingEdits: false) { _ in }
        let lost = try #require(report)
        #expect(lost.unverified(Orchard.self) == [Orchard(name: "South")])
        #expect(lost.unverified(Garden.self) == [Garden(8, "South")])
    }
}
