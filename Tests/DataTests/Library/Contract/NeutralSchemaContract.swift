import Domain
import Storage
import Testing

@testable import Data

// The typed layer works with any entities, not only those of a home library.

struct Garden: StoredEntity {
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

/// A tree in a garden, perhaps with a label. It has the types of members that a home library has no use for.
struct Tree: StoredEntity {
    typealias ID = Identifier<Tree>

    let id: ID
    let garden: Garden.ID
    var label: String?
    /// In metres.
    var height = 1.5
    var rings: Int?
    var growth: Growth?
    var crowns: Bounded<Crowns>?

    enum Crowns: NumberLimits {
        static let allowed = 1...7
    }

    enum Growth: String {
        case slow, fast
    }

    init(_ number: Int, in garden: Garden, label: String? = nil) {
        id = ID(bits: UInt64(number))
        self.garden = garden.id
        self.label = label
    }

    enum LookupKey: Hashable {
        case label(String)
        case garden(Garden.ID)
        case height(Double)
    }

    var lookupKeys: [LookupKey] {
        [.garden(garden), .height(height)] + (label.map { [.label($0)] } ?? [])
    }

    static let kind = RecordKind(singular: "tree", plural: "trees")

    static func stored(_ key: LookupKey) -> StoredKey {
        switch key {
        case .label(let label): StoredKey("label", label)
        case .garden(let garden): StoredKey("garden", garden)
        case .height(let height): StoredKey("height", height)
        }
    }

    struct Record: EntityRecord {
        private var id = ID(bits: 0)
        private var garden = Garden.ID(bits: 0)
        private var label: String?
        private var height = 0.0
        private var rings: Int?
        private var growth: Growth?
        private var crowns: Bounded<Crowns>?

        init() {}

        init(_ tree: Tree) {
            id = tree.id
            garden = tree.garden
            label = tree.label
            height = tree.height
            rings = tree.rings
            growth = tree.growth
            crowns = tree.crowns
        }

        mutating func members<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
            try visitor.required("id", &id)
            try visitor.required("garden", &garden)
            try visitor.optional("label", &label)
            try visitor.required("height", &height)
            try visitor.optional("rings", &rings)
            try visitor.optional("growth", &growth)
            try visitor.optional("crowns", &crowns)
        }

        func entity() throws(RecordError) -> Tree {
            if label == "" { throw RecordError(member: "label", reason: .wrongValue("")) }
            var tree = Tree(Int(id.bits), in: Garden(Int(garden.bits), ""), label: label)
            tree.height = height
            tree.rings = rings
            tree.growth = growth
            tree.crowns = crowns
            return tree
        }
    }
}

extension Tree.Growth: TextValue {}

extension Tree.Growth: SampleValue {
    static var samples: ValueSamples {
        ValueSamples(values: [#""slow""#, #""fast""#], wrongTypes: ["1"], wrongValues: [(#""Slow""#, "Slow")])
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

    /// A key in a store is made of few letters. Other texts and numbers are found all the same.
    @Test(arguments: StorageEngine.tested)
    func anyValueCanBeALookupKey(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        let trees = location.library(.gardens).repository(of: Tree.self)
        let labels = ["Ü 7/b", "Ü 7/c", "桜", "\"\\\n", "Q"]
        for (number, label) in labels.enumerated() {
            var tree = Tree(number, in: Self.north, label: label)
            tree.height = [0.25, -3, 1e300, 12.5, 0.25][number]
            try await trees.save(tree)
        }
        let found = location.library(.gardens).repository(of: Tree.self)
        for (number, label) in labels.enumerated() {
            #expect(try await found.matching(.label(label)).map(\.id) == [Tree.ID(bits: UInt64(number))], "\(label)")
        }
        #expect(try await found.matching(.label("7")).isEmpty)
        #expect(try await found.matching(.height(0.25)).map(\.label) == ["Ü 7/b", "Q"])
        #expect(try await found.matching(.height(1e300)).map(\.label) == ["桜"])
        #expect(try await found.matching(.height(12)).isEmpty)
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
            (Tree.kind, "000000000001", #"{"id":"000000000001","garden":"000000000002","height":2,"label":""}"#))
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
