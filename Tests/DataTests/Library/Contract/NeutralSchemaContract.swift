import Domain
import Storage
import Testing

@testable import Data

// The typed layer works with any entities, not only those of a home library.

private struct Garden: StoredEntity {
    typealias ID = Identifier<Garden>
    typealias LookupKey = Never

    let id: ID
    let name: String

    init(_ number: Int, _ name: String) {
        id = ID(bits: UInt64(number))
        self.name = name
    }

    static let kind = RecordKind(singular: "garden", plural: "gardens")

    struct Record: EntityRecord {
        var id = ID(bits: 0)
        var name = ""

        init() {}

        init(_ garden: Garden) {
            id = garden.id
            name = garden.name
        }

        mutating func members<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
            try visitor.required("id", &id)
            try visitor.required("name", &name)
        }

        func entity() -> Garden { Garden(Int(id.bits), name) }
    }
}

/// A tree in a garden, with an optional label.
private struct Tree: StoredEntity {
    typealias ID = Identifier<Tree>

    let id: ID
    let garden: Garden.ID
    var label: String?

    init(_ number: Int, in garden: Garden, label: String? = nil) {
        id = ID(bits: UInt64(number))
        self.garden = garden.id
        self.label = label
    }

    enum LookupKey: Hashable {
        case label(String)
        case garden(Garden.ID)
    }

    var lookupKeys: [LookupKey] {
        [.garden(garden)] + (label.map { [.label($0)] } ?? [])
    }

    static let kind = RecordKind(singular: "tree", plural: "trees")

    static func stored(_ key: LookupKey) -> Storage.LookupKey {
        switch key {
        case .label(let label): Storage.LookupKey("label", label)
        case .garden(let garden): Storage.LookupKey("garden", "\(garden)")
        }
    }

    struct Record: EntityRecord {
        private var id = ID(bits: 0)
        private var garden = Garden.ID(bits: 0)
        private var label: String?

        init() {}

        init(_ tree: Tree) {
            id = tree.id
            garden = tree.garden
            label = tree.label
        }

        mutating func members<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
            try visitor.required("id", &id)
            try visitor.required("garden", &garden)
            try visitor.optional("label", &label)
        }

        func entity() throws(RecordError) -> Tree {
            if label == "" { throw RecordError(member: "label", reason: .wrongValue("")) }
            return Tree(Int(id.bits), in: Garden(Int(garden.bits), ""), label: label)
        }
    }
}

extension LibrarySchema {
    fileprivate static let gardens = LibrarySchema([Garden.self, Tree.self])
}

extension LibraryContractTests {
    private static let (north, south) = (Garden(1, "North"), Garden(2, "South"))

    @Test(arguments: StorageEngine.tested)
    func entitiesOfAnySchemaHaveRepositories(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        let library = location.library(.gardens)
        let oaks = [Tree(1, in: Self.north, label: "Q1"), Tree(2, in: Self.south, label: "Q1")]
        try await library.perform { unit throws(LibraryError) in
            try await unit.repository(of: Garden.self).save([Self.north, Self.south])
            try await unit.repository(of: Tree.self).save(oaks + [Tree(3, in: Self.north)])
            #expect(try await unit.repository(of: Tree.self).matching(.label("Q1")) == oaks)
        }
        let trees = library.repository(of: Tree.self)
        #expect(try await trees.matching(.garden(Self.north.id)) == [oaks[0], Tree(3, in: Self.north)])
        try await trees.save(Tree(1, in: Self.south))
        #expect(try await trees.matching(.label("Q1")) == [oaks[1]])
        #expect(try await trees.matching(.garden(Self.north.id)) == [Tree(3, in: Self.north)])
        try await trees.delete([oaks[1].id])
        for library in [library, location.library(.gardens)] {
            let snapshot = try await library.snapshot()
            #expect(snapshot.entities(of: Garden.self) == [Self.north, Self.south])
            #expect(snapshot.entities(of: Tree.self) == [Tree(1, in: Self.south), Tree(3, in: Self.north)])
            #expect(try await library.repository(of: Garden.self).find(Self.south.id) == Self.south)
            #expect(try await library.repository(of: Tree.self).find(oaks[1].id) == nil)
        }
    }

    @Test(arguments: StorageEngine.tested)
    func entitiesOfAnySchemaAreObserved(engine: StorageEngine) async throws {
        let library = try await engine.makeLibrary(.gardens)
        var gardens = library.repository(of: Garden.self).observe().makeAsyncIterator()
        var whole = library.observe().makeAsyncIterator()
        #expect(try await gardens.next() == [])
        #expect(try await whole.next() == LibrarySnapshot())
        try await library.repository(of: Tree.self).save(Tree(1, in: Self.north))
        try await library.repository(of: Garden.self).save(Self.north)
        #expect(try await gardens.next() == [Self.north])
        #expect(try await whole.next()?.entities(of: Garden.self) == [])
        let last = try await whole.next()
        #expect(last?.entities(of: Garden.self) == [Self.north])
        #expect(last?.entities(of: Tree.self) == [Tree(1, in: Self.north)])
    }

    /// Two applications may share a store.
    @Test(arguments: StorageEngine.tested)
    func recordsOfOtherKindsAreLeftAlone(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        let books = location.library()
        try await books.books.save(book(1))
        let gardens = location.library(.gardens)
        #expect(try await gardens.snapshot() == LibrarySnapshot())
        try await gardens.repository(of: Garden.self).save(Self.north)
        try await books.books.save(book(2))
        #expect(try await location.library().snapshot() == LibrarySnapshot(books: [book(1), book(2)]))
        #expect(try await location.library(.gardens).snapshot().entities(of: Garden.self) == [Self.north])
    }

    @Test(arguments: StorageEngine.tested)
    func aRecordThatBreaksARuleIsNamed(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        try await location.store().save(
            (Tree.kind, "000000000001", #"{"id":"000000000001","garden":"000000000002","label":""}"#))
        let error = await #expect(throws: LibraryError.self) {
            try await location.library(.gardens).repository(of: Tree.self).all()
        }
        guard case .store(.damaged(_, _, let reason)) = error else {
            Issue.record("\(String(describing: error)) is not a damaged store")
            return
        }
        #expect(reason == "“label” can't be “”")
    }
}
